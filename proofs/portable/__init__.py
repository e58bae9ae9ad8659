"""The portability proof: one digest per workload, wherever it runs.

General layout:

- `environment`: what an environment is; `catalogue` lists them all.
- `machine`, `interpreters`, `debian`, `aarch64`: what this machine has, and how the
  other CPythons, the emulators and the aarch64 CPython get into `build/portable`.
- `load`: the CPU load under which one environment runs.
- `witnesses`: functions that are *not* portable, to see that an environment is really different.
- `runner` runs, `verdict` compares, `report` shows, `cli` is the command.
"""
