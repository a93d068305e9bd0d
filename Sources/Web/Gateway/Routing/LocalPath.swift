import HTML
import HTTP

/// A path of this site that a browser named, such as where to go after sign-in: never another site.
struct LocalPath: Hashable, Sendable, CustomStringConvertible {
    static let maximumBytes = 1_024

    let description: String

    /// Fails for whatever a browser could read as another host: `//`, `/\`, schemes, control characters.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumBytes, text.utf8.first == UInt8(ascii: "/"),
            text.utf8.dropFirst().first != UInt8(ascii: "/"), SafeURL(text) != nil, text.utf8.allSatisfy({ $0 < 0x7F }),
            let target = RequestTarget(text), Path(target) != nil
        else { return nil }
        description = text
    }

    init(_ path: Path) { description = path.text }
}
