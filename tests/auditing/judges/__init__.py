"""Judges of the auditor that know nothing of how it works: they use only the data that it hands back."""
