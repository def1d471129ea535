"""What people say about claims: labels with rater, time and guideline, kept for good and never changed."""
