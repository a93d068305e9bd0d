/// A row of a result. Columns count from 0. A NULL reads as zero or as empty.
public struct Record: Hashable, Sendable {
    public let values: [RecordValue]

    public init(_ values: [RecordValue]) { self.values = values }

    public func isNull(_ column: Int) -> Bool { values[column] == .null }

    public func integer(_ column: Int) -> Int64 {
        switch values[column] {
        case .integer(let value): value
        case .text(let text): Int64(text) ?? 0
        case .null, .blob: 0
        }
    }

    public func text(_ column: Int) -> String {
        switch values[column] {
        case .integer(let value): value.description
        case .text(let text): text
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        case .null: ""
        }
    }

    public func blob(_ column: Int) -> [UInt8] {
        switch values[column] {
        case .blob(let bytes): bytes
        case .null: []
        case .integer, .text: Array(text(column).utf8)
        }
    }

    public func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }
    public func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
    public func optionalBlob(_ column: Int) -> [UInt8]? { isNull(column) ? nil : blob(column) }
}
