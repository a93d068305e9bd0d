/// An absolute http or https URL under which other paths stand: an origin and a path prefix.
public struct BaseURL: Sendable, Hashable, CustomStringConvertible {
    public let origin: Origin
    /// Empty, or starting with `/` and not ending with one.
    public let pathPrefix: String
    public let description: String

    /// Fails where `text` has another scheme, user information, a query or a fragment.
    public init?(_ text: some StringProtocol) {
        guard let schemeEnd = text.firstRange(of: "://")?.upperBound else { return nil }
        let slash = text[schemeEnd...].firstIndex(of: "/") ?? text.endIndex
        guard let origin = Origin(serialized: text[..<slash].lowercased()) else { return nil }
        var path = text[slash...]
        while path.last == "/" { path = path.dropLast() }
        guard path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
        else { return nil }
        self.origin = origin
        pathPrefix = String(path)
        description = "\(origin)\(path)"
    }

}
