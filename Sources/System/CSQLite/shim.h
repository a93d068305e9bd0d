#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import.

static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// Variadic functions are not imported either. Without a block of memory for a page cache each page is asked for when it is
// needed; else each connection holds 20 pages from its first statement on (https://sqlite.org/malloc.html#pagecache).
// Nobody asks how much memory is in use; counting it takes a lock of all connections each time.
static inline int csqlite_configure_memory(void) {
    int code = sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0);
    return code == SQLITE_OK ? sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) : code;
}
