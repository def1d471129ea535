"""Statistics over plain numbers: intervals, resampling by cluster, the variance of a ratio."""
