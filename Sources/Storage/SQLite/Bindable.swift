import CSQLite

/// A value that a statement's parameter can take.
public protocol Bindable {
    /// - Parameter parameter: counts from 1.
    func bind(to statement: borrowing Statement, at parameter: Int32) throws(SQLiteError)
}

extension Int64: Bindable {
    public func bind(to statement: borrowing Statement, at parameter: Int32) throws(SQLiteError) {
        try statement.check(sqlite3_bind_int64(statement.pointer, parameter, self))
    }
}

extension Int: Bindable {
    public func bind(to statement: borrowing Statement, at parameter: Int32) throws(SQLiteError) {
        try Int64(self).bind(to: statement, at: parameter)
    }
}

extension Bool: Bindable {
    /// As 0 or 1.
    public func bind(to statement: borrowing Statement, at parameter: Int32) throws(SQLiteError) {
        try Int64(self ? 1 : 0).bind(to: statement, at: parameter)
    }
}

extension String: Bindable {
    /// Keeps every byte, NUL included.
    public func bind(to statement: borrowing Statement, at parameter: Int32) throws(SQLiteError) {
        var text = self
        let pointer = statement.pointer
        let code = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                // An empty buffer may have no address, and no address would bind NULL.
                guard let start = text.baseAddress else {
                    return csqlite_bind_text(pointer, parameter, "", 0)
                }
                return csqlite_bind_text(pointer, parameter, start, sqlite3_uint64(text.count))
            }
        }
        try statement.check(code)
    }
}

extension [UInt8]: Bindable {
    /// As a blob.
    public func bind(to statement: borrowing Statement, at parameter: Int32) throws(SQLiteError) {
        let pointer = statement.pointer
        let code = withUnsafeBytes { bytes in
            bytes.count == 0
                ? sqlite3_bind_zeroblob(pointer, parameter, 0)
                : csqlite_bind_blob(pointer, parameter, bytes.baseAddress, sqlite3_uint64(bytes.count))
        }
        try statement.check(code)
    }
}

extension Optional: Bindable where Wrapped: Bindable {
    /// `nil` as NULL.
    public func bind(to statement: borrowing Statement, at parameter: Int32) throws(SQLiteError) {
        guard let self else { return try statement.check(sqlite3_bind_null(statement.pointer, parameter)) }
        try self.bind(to: statement, at: parameter)
    }
}
