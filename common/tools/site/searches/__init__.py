"""Searches of the real steps, recorded for labs and pages."""
