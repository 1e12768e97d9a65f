"""The class: one teacher, many telephones, one step; pure state first, then the routes that carry it."""
