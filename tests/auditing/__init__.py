"""Auditing: the auditor, and its independent judges."""
