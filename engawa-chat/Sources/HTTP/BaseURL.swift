import Bytes

/// An absolute http or https URL under which other paths stand: an origin and a path prefix.
public struct BaseURL: Sendable, Hashable, CustomStringConvertible {
    public let origin: Origin
    /// Empty, or starting with `/` and not ending with one.
    public let pathPrefix: String
    public let description: String

    /// Fails where `text` has another scheme, user information, a query or a fragment.
    public init?(_ text: some StringProtocol) {
        let text = Substring(text).unicodeScalars
        guard let schemeEnd = text.firstRange(of: "://".unicodeScalars)?.upperBound else { return nil }
        let slash = text[schemeEnd...].firstIndex(of: "/") ?? text.endIndex
        guard let origin = Origin(serialized: Substring(text[..<slash]).asciiLowercased) else { return nil }
        var path = text[slash...]
        while path.last == "/" { path = path.dropLast() }
        guard path.allSatisfy({ $0 > " " && $0 < "\u{7F}" && $0 != "?" && $0 != "#" }) else { return nil }
        self.origin = origin
        pathPrefix = String(path)
        description = "\(origin)\(pathPrefix)"
    }
}
