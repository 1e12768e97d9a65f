"""The class: one teacher, many phones, one step; pure state first, then the routes that carry it."""
