/// An entity tag (RFC 9110 §8.8.3).
public struct EntityTag: Sendable, Hashable {
    /// What stands between the quotes.
    public let opaque: String
    public let isWeak: Bool

    public init(opaque: String, isWeak: Bool = false) {
        precondition(opaque.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x7F }, "not an entity tag")
        self.opaque = opaque
        self.isWeak = isWeak
    }

    public var serialized: String { "\(isWeak ? "W/" : "")\"\(opaque)\"" }

    /// Whether an `If-None-Match` of `field` names this one, by weak comparison (RFC 9110 §13.1.2).
    public func matches(ifNoneMatch field: String) -> Bool {
        if field == "*" { return true }
        let quote = UInt8(ascii: "\"")
        var rest = field.utf8[...]
        while let open = rest.firstIndex(of: quote) {
            let start = rest.index(after: open)
            guard let close = rest[start...].firstIndex(of: quote) else { return false }
            if rest[start..<close].elementsEqual(opaque.utf8) { return true }
            rest = rest[rest.index(after: close)...]
        }
        return false
    }
}

extension EntityTag {
    /// Whether an `If-Range` of `field` names this one, by strong comparison (RFC 9110 §13.1.5, §8.8.3.2).
    public func isStronglyEqual(toSerialized field: String) -> Bool {
        guard let other = EntityTag(serialized: field) else { return false }
        return !isWeak && !other.isWeak && opaque == other.opaque
    }

    /// Reads the value of an `ETag` field.
    public init?(serialized field: String) {
        let isWeak = field.hasUTF8Prefix("W/")
        let quoted = field.utf8.dropFirst(isWeak ? 2 : 0)
        guard quoted.count >= 2, quoted.first == 0x22, quoted.last == 0x22 else { return nil }
        let opaque = quoted.dropFirst().dropLast()
        guard opaque.allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x7F }) else { return nil }
        self.init(opaque: String(Substring(opaque)), isWeak: isWeak)
    }
}
