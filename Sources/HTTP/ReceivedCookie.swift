/// A cookie that a server set, as a client reads it (RFC 6265 §5.2).
public struct ReceivedCookie: Sendable, Equatable {
    public let name: String
    /// As it was sent, for it goes back so.
    public let value: String
    /// How long it lasts; zero or less for one that is taken away, `nil` where the server does not say.
    public let maxAge: Duration?

    /// Reads the value of one `Set-Cookie` field; `Expires` is not read.
    public init?(_ field: some StringProtocol) {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false).map { Self.trimmed($0) }
        guard let pair = parts.first, let sign = pair.firstIndex(of: "=") else { return nil }
        let name = Self.trimmed(pair[..<sign])
        let value = Self.trimmed(pair[pair.index(after: sign)...])
        guard name.isToken, value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ",") }) else {
            return nil
        }
        self.name = String(name)
        self.value = String(value)
        let ages = parts.dropFirst().compactMap { attribute -> Int64? in
            guard let sign = attribute.firstIndex(of: "="), attribute[..<sign].lowercased() == "max-age" else {
                return nil
            }
            return Int64(attribute[attribute.index(after: sign)...])
        }
        maxAge = ages.last.map { .seconds(min(max($0, 0), Self.maximumAge)) }
    }

    /// A year, beyond which no number is believed.
    private static let maximumAge: Int64 = 366 * 24 * 3_600

    private static func trimmed(_ text: some StringProtocol) -> Substring {
        let text = Substring(text).drop { $0 == " " || $0 == "\t" }
        guard let end = text.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return text[...end]
    }
}
