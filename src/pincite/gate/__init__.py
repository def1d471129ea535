"""What follows from a run: rules, a decision, and the comparison of two runs."""
