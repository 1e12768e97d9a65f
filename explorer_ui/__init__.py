"""What the pages share: the frame, the state, cached calls of the engine, the components, the words."""
