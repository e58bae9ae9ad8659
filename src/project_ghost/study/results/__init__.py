"""What repeats gave: stored traces, statistics, conclusions, study.json."""
