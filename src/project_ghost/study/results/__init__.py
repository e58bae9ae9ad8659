"""Results of repeats: stored traces, statistics, conclusions, study.json.

General layout: `_trace` (the trace of a repeat), `_trace_file` (its file, checked by its digest),
`_loop` (how long its steps took), `_store` (an experiment's folder), `_documents` (its JSON files
as values), `_analyze` (from the folder to results), `_setting_checks` (step and mode),
`_experiment_stats` (statistics of an experiment), `_certainty` (what they show about other runs),
`_process_parts` and `_process_split` (fresh and reused repeats apart), `_conclusions` (effects of
factors), `_results` (study.json as values), `_json` (reads and writes it).
"""
