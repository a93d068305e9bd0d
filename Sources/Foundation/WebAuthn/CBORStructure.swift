/// Checks the structure of CBOR before libraries parse it that allocate the declared length of an array.
///
/// Accepts a subset of CTAP2 canonical CBOR (CTAP 2.1 §8): integers, strings, arrays, maps, `true` and `false`, all of
/// definite length. Declared lengths are compared with the remaining bytes, so the cost is bounded by the length of the
/// input. Needlessly long heads and the order of keys are not checked: they are harmless, and software authenticators
/// differ.
struct CBORStructure {
    /// The maximum nesting depth. An attestation object has three levels: the object, its statement, and the
    /// statement's certificates.
    static let maximumDepth = 4
    /// The maximum number of values; an attestation statement with a chain of certificates has about twenty.
    static let maximumItems = 128

    /// The top three bits of a head (RFC 8949 §3.1).
    private enum MajorType: UInt8 {
        case unsigned, negative, bytes, text, array, map, tag, simple
    }

    private static let falseValue: UInt64 = 20
    private static let trueValue: UInt64 = 21
    /// From this number on, the value follows in one, two, four or eight bytes.
    private static let firstLongNumber: UInt8 = 24
    private static let lastLongNumber: UInt8 = 27

    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private var items = 0

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Whether `bytes` are exactly one value.
    static func isOneValue(_ bytes: ArraySlice<UInt8>) -> Bool { firstValue(of: bytes)?.count == bytes.count }

    /// The bytes of the first value in `bytes`; `nil` if it is invalid.
    static func firstValue(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var structure = CBORStructure(bytes)
        guard structure.skipValue(depth: 0) else { return nil }
        return bytes[..<structure.position]
    }

    /// The bytes of the first value in `bytes`; `nil` unless it is a map.
    static func firstMap(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let first = bytes.first, first >> 5 == MajorType.map.rawValue else { return nil }
        return firstValue(of: bytes)
    }

    private var remaining: Int { bytes.endIndex - position }

    /// - Parameter depth: the number of arrays and maps around the value.
    private mutating func skipValue(depth: Int) -> Bool {
        items += 1
        guard items <= Self.maximumItems, let (type, number) = head() else { return false }
        switch type {
        case .unsigned, .negative: return true
        case .bytes, .text: return skipBytes(number)
        case .array: return skipValues(number, each: 1, depth: depth + 1)
        case .map: return skipValues(number, each: 2, depth: depth + 1)
        case .simple: return number == Self.falseValue || number == Self.trueValue
        case .tag: return false
        }
    }

    private mutating func skipBytes(_ count: UInt64) -> Bool {
        guard count <= UInt64(remaining) else { return false }
        position += Int(count)
        return true
    }

    /// - Parameter each: the number of values in one member (1 in an array, 2 in a map); each value takes at least a
    ///   byte.
    private mutating func skipValues(_ count: UInt64, each: Int, depth: Int) -> Bool {
        guard depth <= Self.maximumDepth, count <= UInt64(remaining / each) else { return false }
        for _ in 0..<Int(count) * each where !skipValue(depth: depth) { return false }
        return true
    }

    /// The type of the next value, and its number: the value itself or its length.
    private mutating func head() -> (MajorType, UInt64)? {
        guard remaining > 0, let type = MajorType(rawValue: bytes[position] >> 5) else { return nil }
        let short = bytes[position] & 0x1F
        position += 1
        // `true` and `false` have short heads; longer heads of this type are floats.
        guard short >= Self.firstLongNumber else { return (type, UInt64(short)) }
        guard short <= Self.lastLongNumber, type != .simple else { return nil }
        let count = 1 << Int(short - Self.firstLongNumber)
        guard count <= remaining else { return nil }
        let number = bytes[position..<position + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        position += count
        return (type, number)
    }
}
