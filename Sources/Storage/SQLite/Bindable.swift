/// A value that a statement's parameter can take.
public protocol Bindable {
    func bind(to statement: borrowing Statement, at parameter: Int) throws(SQLiteError)
}

extension Int64: Bindable {
    public func bind(to statement: borrowing Statement, at parameter: Int) throws(SQLiteError) {
        try statement.bind(self, at: parameter)
    }
}

extension Int: Bindable {
    public func bind(to statement: borrowing Statement, at parameter: Int) throws(SQLiteError) {
        try statement.bind(Int64(self), at: parameter)
    }
}

extension Double: Bindable {
    public func bind(to statement: borrowing Statement, at parameter: Int) throws(SQLiteError) {
        try statement.bind(self, at: parameter)
    }
}

extension Bool: Bindable {
    /// As 0 or 1.
    public func bind(to statement: borrowing Statement, at parameter: Int) throws(SQLiteError) {
        try statement.bind(self ? 1 : 0 as Int64, at: parameter)
    }
}

extension String: Bindable {
    public func bind(to statement: borrowing Statement, at parameter: Int) throws(SQLiteError) {
        try statement.bind(self, at: parameter)
    }
}

extension [UInt8]: Bindable {
    /// As a blob.
    public func bind(to statement: borrowing Statement, at parameter: Int) throws(SQLiteError) {
        try statement.bind(self, at: parameter)
    }
}

extension Optional: Bindable where Wrapped: Bindable {
    /// `nil` as NULL.
    public func bind(to statement: borrowing Statement, at parameter: Int) throws(SQLiteError) {
        if let self {
            try self.bind(to: statement, at: parameter)
        } else {
            try statement.bindNull(at: parameter)
        }
    }
}
