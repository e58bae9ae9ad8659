"""A run: the engine, its arrays, hosts, messages, hash chain and failures."""
