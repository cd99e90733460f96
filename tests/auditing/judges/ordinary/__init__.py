"""Ordinary mathematical Markdown without an error in it, as much as is wanted: what an auditor ought to let pass."""

from tests.auditing.judges.ordinary.assembling import document

__all__ = ["document"]
