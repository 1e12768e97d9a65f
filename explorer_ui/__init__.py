"""What the pages share: the page shell, the views, the components, and results cached for all sessions."""
