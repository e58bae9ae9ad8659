"""Files that are wrong in every way, through the commands that read files.

General layout: `mutation` breaks bytes; `commonroad` has files of that kind and breaks XML;
`targets` says which files are broken and which commands get them; `trial` runs one and checks how
it ended.
"""
