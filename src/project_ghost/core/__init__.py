"""What every other room stands on: errors, levels, time, randomness, mathematics, the bus."""
