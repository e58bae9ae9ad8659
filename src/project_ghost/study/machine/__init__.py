"""The machine a study runs on: abilities, background load, GPUs, utilisation."""
