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
        var rest = Substring(field)
        while let open = rest.firstIndex(of: "\"") {
            let start = rest.index(after: open)
            guard let close = rest[start...].firstIndex(of: "\"") else { return false }
            if rest[start..<close] == opaque { return true }
            rest = rest[rest.index(after: close)...]
        }
        return false
    }
}

extension EntityTag {
    /// Reads the value of an `ETag` field.
    public init?(serialized field: String) {
        let isWeak = field.hasPrefix("W/")
        let quoted = isWeak ? field.dropFirst(2) : Substring(field)
        guard quoted.utf8.count >= 2, quoted.first == "\"", quoted.last == "\"" else { return nil }
        let opaque = quoted.dropFirst().dropLast()
        guard opaque.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x7F }) else { return nil }
        self.init(opaque: String(opaque), isWeak: isWeak)
    }
}
