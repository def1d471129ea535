"""The rows and labels of the labels room serve here as well."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "labels"))
