"""What the app is before it is a page: routes, headers, limits on requests, memory given back."""
