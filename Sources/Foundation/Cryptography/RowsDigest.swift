/// The number of rows of a table, and a checksum of all of their values in order: equal for two copies of the table.
public struct RowsDigest: Hashable, Sendable {
    /// A value as it is hashed.
    public enum Value {
        case null
        case integer(Int64)
        case text(String)
        case bytes([UInt8])
    }

    public private(set) var rows = 0
    /// SHA-256 of the checksum of the rows before, followed by the values of the last one.
    public private(set) var checksum: [UInt8] = []

    public init() {}

    public mutating func add(_ row: some Sequence<Value>) {
        var bytes = checksum
        // The kind and the length come first, so that no two rows have the same bytes.
        func add(_ kind: UInt8, _ content: some Collection<UInt8>) {
            bytes.append(kind)
            withUnsafeBytes(of: UInt64(content.count).littleEndian) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: content)
        }
        for value in row {
            switch value {
            case .null: add(0, [])
            case .integer(let number): add(1, number.description.utf8)
            case .text(let text): add(2, text.utf8)
            case .bytes(let content): add(3, content)
            }
        }
        rows += 1
        checksum = SHA256.hash(bytes)
    }
}
