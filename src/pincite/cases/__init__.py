"""Gold cases as files: what is wrong with them, how they are parted, and what became of them."""
