internal import Bytes

/// One statement of SQL with its parameters, `$1`, `$2`, …; the server infers their types.
public struct Query: Sendable {
    let sql: String
    let parameters: [Parameter]

    /// - Parameter sql: the same text for the same statement, so that the server prepares it once for each connection.
    public init(_ sql: String, _ parameters: (any ParameterConvertible)?...) { self.init(sql, parameters) }

    public init(_ sql: String, _ parameters: [(any ParameterConvertible)?]) {
        self.sql = sql
        self.parameters = parameters.map { $0?.parameter ?? .null }
    }
}

/// A parameter as it is sent.
public enum Parameter: Hashable, Sendable {
    case null
    /// In the text format of its type (https://www.postgresql.org/docs/15/datatype.html). Without NUL.
    case text(String)
    case bytes([UInt8])
}

/// A value that a parameter can take.
public protocol ParameterConvertible: Sendable {
    var parameter: Parameter { get }
}

extension String: ParameterConvertible {
    public var parameter: Parameter { .text(replacingNUL) }
}

extension Int64: ParameterConvertible {
    public var parameter: Parameter { .text(description) }
}

extension Int: ParameterConvertible {
    public var parameter: Parameter { .text(description) }
}

extension Bool: ParameterConvertible {
    public var parameter: Parameter { .text(self ? "t" : "f") }
}

extension [UInt8]: ParameterConvertible {
    public var parameter: Parameter { .bytes(self) }
}
