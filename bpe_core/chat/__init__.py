"""Conversations in the chat template of a model: messages, requests of APIs, tools."""
