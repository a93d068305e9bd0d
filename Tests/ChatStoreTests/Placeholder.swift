// ChatStore
