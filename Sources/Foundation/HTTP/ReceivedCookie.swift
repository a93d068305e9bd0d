/// A cookie that a server set, as a client reads it (RFC 6265 §5.2).
public struct ReceivedCookie: Sendable, Equatable {
    public let name: String
    /// As it was sent, for it goes back so.
    public let value: String
    /// How long it lasts; zero or less for one that is taken away, `nil` where the server does not say.
    public let maxAge: Duration?

    /// Reads the value of one `Set-Cookie` field; `Expires` is not read.
    public init?(_ field: some StringProtocol) {
        let parts = field.unicodeScalars.split(separator: ";", omittingEmptySubsequences: false)
            .map { Self.pair(String(String.UnicodeScalarView($0))) }
        guard let first = parts.first, let (name, value) = first else { return nil }
        guard name.isToken, value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ",") }) else {
            return nil
        }
        self.name = name
        self.value = value
        let ages = parts.dropFirst().compactMap { attribute in
            attribute.flatMap { $0.name.asciiLowercased == "max-age" ? Int64($0.value) : nil }
        }
        maxAge = ages.last.map { .seconds(min(max($0, 0), Self.maximumAge)) }
    }

    /// A year, beyond which no number is believed.
    private static let maximumAge: Int64 = 366 * 24 * 3_600

    /// The parts before and after the first `=`; `nil` if there is no `=`.
    private static func pair(_ text: String) -> (name: String, value: String)? {
        let scalars = text.unicodeScalars
        guard let sign = scalars.firstIndex(of: "=") else { return nil }
        return (
            text[..<sign].trimmingSpacesAndTabs, text[scalars.index(after: sign)...].trimmingSpacesAndTabs
        )
    }
}
