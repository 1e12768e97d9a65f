"""The pictures as two custom elements, `<bpe-player>` and `<bpe-tokens>`, in one file for any page."""
