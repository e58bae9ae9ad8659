"""What several metrics share.

General layout: `smoothing` (Savitzky-Golay filters), `motion` (accelerations, jerks and yaw rates
of the ego), `collisions` (overlaps with tracks, and their kinds), `time_to_collision` (overlaps to
come), `lanes` (the lanes under the ego), `reference` (what the ego's progress is compared with),
`open_loop` (plans beside what the recorded driver did).
"""
