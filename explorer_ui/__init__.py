"""What the pages share: the page shell, the views, the components, and the work kept for all sessions."""
