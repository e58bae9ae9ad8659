"""Running a scenario once: preparation, execution, result, folder."""
