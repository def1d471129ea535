"""How far a judge can be trusted: measured against human labels, beside word overlap and beside people."""
