"""Files that are wrong in every way, through the commands that read files.

General layout: `mutation` breaks bytes; `forging` rewrites recordings with all checksums right;
`commonroad` has files of that kind and breaks XML; `planning` breaks planning problems and recorded
plans; `golden` compares with a golden file as a test does; `targets` and `more_targets` say which
files are broken and which commands get them; `seeds` are files that once hung a command; `trial`
runs one and checks how it ended, and what it took.
"""
