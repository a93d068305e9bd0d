/// Checks that bytes are CBOR of the kind that authenticators write, before a library that allocates what an array
/// declares gets to see them.
///
/// A subset of CTAP2 canonical CBOR (CTAP 2.1 §8): integers, strings, arrays, maps, `true` and `false`, all of definite
/// length. Each declared length is held against the bytes that are left, so nothing here costs more than the bytes that
/// came. Heads that are longer than necessary and the order of keys are not looked at: neither costs anything, and
/// software authenticators differ there.
struct CBORStructure {
    /// How many arrays and maps may lie within each other. An attestation object has three: the object, its statement,
    /// and the certificates in that.
    static let maximumDepth = 4
    /// How many values there may be in all: an attestation statement with a chain of certificates has about twenty.
    static let maximumItems = 128

    /// The top three bits of a head (RFC 8949 §3.1).
    private enum MajorType: UInt8 {
        case unsigned, negative, bytes, text, array, map, tag, simple
    }

    private static let falseValue: UInt64 = 20
    private static let trueValue: UInt64 = 21
    /// The first head that is followed by bytes of its number: one, two, four or eight.
    private static let firstLongNumber: UInt8 = 24
    private static let lastLongNumber: UInt8 = 27

    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private var items = 0

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Whether `bytes` are one value and nothing behind it.
    static func isOneValue(_ bytes: ArraySlice<UInt8>) -> Bool { firstValue(of: bytes)?.count == bytes.count }

    /// The bytes of the value with which `bytes` begin; `nil` where they do not begin with one.
    static func firstValue(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var structure = CBORStructure(bytes)
        guard structure.skipValue(depth: 0) else { return nil }
        return bytes[..<structure.position]
    }

    /// The bytes of the map with which `bytes` begin; `nil` where they do not begin with one.
    static func firstMap(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let first = bytes.first, first >> 5 == MajorType.map.rawValue else { return nil }
        return firstValue(of: bytes)
    }

    private var remaining: Int { bytes.endIndex - position }

    /// - Parameter depth: how many arrays and maps the value lies in.
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

    /// - Parameter each: how many values one member of the array or map has: a value has a byte at least.
    private mutating func skipValues(_ count: UInt64, each: Int, depth: Int) -> Bool {
        guard depth <= Self.maximumDepth, count <= UInt64(remaining / each) else { return false }
        for _ in 0..<Int(count) * each where !skipValue(depth: depth) { return false }
        return true
    }

    /// The type of the next value, and its number: the value itself, or how long it is.
    private mutating func head() -> (MajorType, UInt64)? {
        guard remaining > 0, let type = MajorType(rawValue: bytes[position] >> 5) else { return nil }
        let short = bytes[position] & 0x1F
        position += 1
        // The simple values that are wanted have short heads; a longer one is a float.
        guard short >= Self.firstLongNumber else { return (type, UInt64(short)) }
        guard short <= Self.lastLongNumber, type != .simple else { return nil }
        let count = 1 << Int(short - Self.firstLongNumber)
        guard count <= remaining else { return nil }
        let number = bytes[position..<position + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        position += count
        return (type, number)
    }
}
