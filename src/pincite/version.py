"""The one place where the package's version is written."""

__version__ = "0.1.0"
