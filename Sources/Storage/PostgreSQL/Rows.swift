import CPostgreSQL

/// What a query brought.
///
/// `@unchecked Sendable`: libpq never changes a result.
public final class Rows: @unchecked Sendable {
    fileprivate let result: OpaquePointer

    /// Takes over a result of libpq.
    init(taking result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    public var count: Int { Int(PQntuples(result)) }

    /// How many rows an `INSERT`, `UPDATE` or `DELETE` changed.
    public var changed: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    public var columnCount: Int { Int(PQnfields(result)) }

    /// How the values of a column are read.
    public enum ColumnType: Sendable {
        case integer
        case boolean
        case bytes
        case text
    }

    public func type(of column: Int) -> ColumnType {
        // Their numbers never change (pg_type.dat).
        switch PQftype(result, Int32(column)) {
        case 20, 21, 23: .integer
        case 16: .boolean
        case 17: .bytes
        default: .text
        }
    }

    public func map<Value>(_ transform: (Row) throws -> Value) rethrows -> [Value] {
        try (0..<count).map { try transform(Row(rows: self, index: Int32($0))) }
    }

    public var first: Row? { count > 0 ? Row(rows: self, index: 0) : nil }
}

/// One row. Columns count from 0. A NULL reads as zero or as empty.
public struct Row: Sendable {
    let rows: Rows
    let index: Int32

    public func isNull(_ column: Int) -> Bool { PQgetisnull(rows.result, index, Int32(column)) == 1 }

    public func text(_ column: Int) -> String { withText(column) { String(decoding: $0, as: UTF8.self) } }

    /// The UTF-8 bytes of a value in its text format, without a copy; valid within `body`.
    public func withText<Result>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let count = Int(PQgetlength(rows.result, index, Int32(column)))
        guard let start = PQgetvalue(rows.result, index, Int32(column)) else {
            return body(UnsafeBufferPointer(start: nil, count: 0))
        }
        return start.withMemoryRebound(to: UInt8.self, capacity: count) {
            body(UnsafeBufferPointer(start: $0, count: count))
        }
    }

    public func integer(_ column: Int) -> Int64 { Int64(text(column)) ?? 0 }

    public func boolean(_ column: Int) -> Bool { text(column) == "t" }

    /// A value of the type `bytea`, which is sent as `\x` and hexadecimal digits
    /// (https://www.postgresql.org/docs/15/datatype-binary.html).
    public func bytes(_ column: Int) -> [UInt8] {
        withText(column) { text in
            [UInt8](unsafeUninitializedCapacity: max(0, text.count - 2) / 2) { bytes, count in
                for index in bytes.indices {
                    bytes[index] = text[2 + 2 * index].hexadecimalDigit << 4 | text[3 + 2 * index].hexadecimalDigit
                }
                count = bytes.count
            }
        }
    }

    public func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
    public func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }
}

extension UInt8 {
    /// The value of an ASCII digit that the server has written.
    fileprivate var hexadecimalDigit: UInt8 { self <= UInt8(ascii: "9") ? self & 0xF : (self & 0xF) + 9 }
}
