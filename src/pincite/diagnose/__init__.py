"""Why a claim failed: the earliest stage of the system that broke."""
