"""study.yaml: the file, its factors, the planned experiments."""
