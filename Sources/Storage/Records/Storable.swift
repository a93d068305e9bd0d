public import SQLite

/// A value of a column or a parameter.
public enum RecordValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])
}

/// A value that a parameter can take.
public protocol Storable: Sendable {
    var recordValue: RecordValue { get }
}

extension Int64: Storable {
    public var recordValue: RecordValue { .integer(self) }
}

extension Int: Storable {
    public var recordValue: RecordValue { .integer(Int64(self)) }
}

extension Bool: Storable {
    /// 0 or 1: the columns are integers in both kinds of databases.
    public var recordValue: RecordValue { .integer(self ? 1 : 0) }
}

extension String: Storable {
    public var recordValue: RecordValue { .text(self) }
}

extension [UInt8]: Storable {
    public var recordValue: RecordValue { .blob(self) }
}

extension RecordValue: Bindable {
    public func bind(to statement: borrowing Statement, at parameter: Int32) throws(SQLiteError) {
        switch self {
        case .null: try Int64?.none.bind(to: statement, at: parameter)
        case .integer(let value): try value.bind(to: statement, at: parameter)
        case .text(let value): try value.bind(to: statement, at: parameter)
        case .blob(let value): try value.bind(to: statement, at: parameter)
        }
    }
}
