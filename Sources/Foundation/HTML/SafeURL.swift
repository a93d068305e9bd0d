/// A URL that is safe in `href`, `src` or `action`: relative to this site, or with the scheme http, https or mailto.
public struct SafeURL: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    /// Fails for other schemes, and for characters that browsers drop or replace, so that a scheme could hide behind
    /// them: control characters, white space and backslashes (WHATWG URL §4.4).
    public init?(_ text: String) {
        guard !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }) else { return nil }
        // Unicode scalars, not Characters: a combining mark after the colon would hide the scheme from this check.
        let beforePath = text.unicodeScalars.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if let colon = beforePath.firstIndex(of: ":") {
            guard ["http", "https", "mailto"].contains(String(beforePath[..<colon]).lowercased()) else { return nil }
        }
        description = text
    }

    /// A path of this site. `//`, which names another host, is a precondition failure.
    public init(path: String) {
        let start = path.utf8.prefix(2)
        precondition(start.first == UInt8(ascii: "/"), "not a path of this site")
        precondition(start.count < 2 || start.last != UInt8(ascii: "/"), "a path of another site")
        description = path
    }

    /// A fragment of the current page.
    public init(fragment: String) { description = "#\(fragment)" }
}
