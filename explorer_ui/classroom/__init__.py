"""The class: one teacher, many phones, one step; the state is pure Python, and routes expose it."""
