public import HTTP

/// A URL of a provider: https, or http on this machine only, so that no secret is sent over a network unencrypted.
public struct EndpointURL: Sendable, Hashable, CustomStringConvertible {
    private static let maximumBytes = 2_048

    public let origin: Origin
    /// The original text.
    public let description: String

    /// Fails for other schemes, user information, a fragment, and http to another machine.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.maximumBytes, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x23 }),
            let schemeEnd = text.firstRange(of: "://")?.upperBound
        else { return nil }
        let end = text[schemeEnd...].firstIndex { "/?".contains($0) } ?? text.endIndex
        guard let origin = Origin(serialized: text[..<end].lowercased()) else { return nil }
        guard origin.scheme == .https || Self.isLoopback(origin.host) else { return nil }
        self.origin = origin
        description = String(text)
    }

    /// The URL with `query` appended to its query.
    public func adding(_ query: Query) -> String {
        guard !query.items.isEmpty else { return description }
        let separator = description.contains("?") ? (description.last == "?" ? "" : "&") : "?"
        return description + separator + query.serialized
    }

    /// The URL with `path` appended, without a double slash (OpenID Connect Discovery §4).
    public func appending(_ path: String) -> EndpointURL? {
        let base = description.last == "/" ? String(description.dropLast()) : description
        return EndpointURL(base + path)
    }

    private static func isLoopback(_ host: String) -> Bool {
        let labels = host.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return labels.last == "localhost" || host == "[::1]"
            || (labels.first == "127" && labels.count == 4 && labels.allSatisfy { UInt8($0) != nil })
    }
}
