"""One format a module, each with its `IMPORTER`; none knows another."""
