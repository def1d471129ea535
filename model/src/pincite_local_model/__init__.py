"""The files of Pincite's local judge; `pincite.judges.local` reads and checks them."""
