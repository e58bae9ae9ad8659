"""The basis of all other rooms: errors, levels, time, randomness, mathematics, the bus.

General layout:

- `errors`, `wording`, `unique_names` (error classes; wording of messages; names with numbers),
  `arguments` (checks of their types), `level` (levels of determinism).
- `clock`, `duration`, `rate`, `due_pattern` (time in integer nanoseconds).
- `randomness`, `dmath` (random numbers and elementary functions with the same bits everywhere).
- `bus` (messages in total order), `units` (units at the end of names), `background` (calls that a
  thread makes).
- `arrays`, `bits` (array types; 64-bit integers), `document` (YAML files with positions), `files`
  (files that are written completely or not at all), `json_files` (documents as files, compared),
  `parquet` (tables from elsewhere, within bounds), `scratch` (folders for temporary files).
- `lazy` (names of a package that are imported when they are first used), `import_path` (folders
  with modules).
- `host` (describes the machine and its libraries).
- `portability` (the names whose results differ between machines).
- `agreement` (interpreted and compiled code with the same bits).
- `compiled` (functions inside Numba-compiled code, and its cache), `compile_steps` (what is about
  to be compiled, for progress bars), `interruptible` (long calls of libraries that Ctrl-C ends).
"""
