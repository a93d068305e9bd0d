import CSQLite

extension Connection {
    /// Copies the database into a new file, readable by its owner only.
    ///
    /// Within a transaction that reads, the copy is the database as that transaction sees it, whatever is written
    /// meanwhile (https://sqlite.org/backup.html). All is copied in one step, so that it ends on a busy database too.
    mutating func copy(to path: String) throws(SQLiteError) {
        Location.file(path).makePrivateFile()
        var opened: OpaquePointer?
        var code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        defer { sqlite3_close_v2(opened) }
        guard code == SQLITE_OK, let opened else {
            throw SQLiteError(code: code, operation: .open, subject: path, database: opened)
        }
        guard let copying = sqlite3_backup_init(opened, "main", pointer, "main") else {
            throw SQLiteError(code: sqlite3_errcode(opened), operation: .copy, subject: path, database: opened)
        }
        code = sqlite3_backup_step(copying, -1)
        let end = sqlite3_backup_finish(copying)
        guard code == SQLITE_DONE, end == SQLITE_OK else {
            throw SQLiteError(code: end == SQLITE_OK ? code : end, operation: .copy, subject: path, database: opened)
        }
    }
}
