"""Caches results for all sessions, within a memory limit."""
