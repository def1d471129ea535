"""The local judge: a small model that ships with the package, joined with the deterministic rules."""
