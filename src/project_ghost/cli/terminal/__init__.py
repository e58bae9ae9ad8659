"""What commands print.

General layout: `_output` (-o, --json, --quiet of every command), `_console` and `_facts` (tables;
a closed pipe is not an error), `_recordings` (shared by commands on recordings), `_progress` and
`_work_progress` (progress bars and Ctrl-C), `_rows` (tables that fit, or paragraphs),
`_study_tables` (results of studies), `_safe` (no text commands the terminal).
"""
