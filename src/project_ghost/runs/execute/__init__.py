"""Run a scenario once: preparation, execution, result, folder.

General layout: `_prepared` (a scenario that is ready to run), `_planners` (who drives its planners'
cars), `_result` and `_listeners` (the result of a run, collected from its messages), `_level` (the
required level), `_interrupt` (Ctrl-C between two ticks), `_pace` (real time), `_folder` and
`_summary` (the files of a run).
"""
