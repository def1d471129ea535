"""The files that `pincite init` puts into a project: settings, gold cases, an example that runs, CI."""
