"""The seven places: start, tokens, train, vocabulary, compare, chat, quiz. None imports another."""
