import Bytes

/// A cookie that a server set, as a client reads it (RFC 6265 §5.2).
public struct ReceivedCookie: Sendable, Equatable {
    public let name: String
    /// As it was received; it is sent back unchanged.
    public let value: String
    /// Its lifetime; zero or less for one that is deleted, `nil` if the server does not say.
    public let maxAge: Duration?

    /// Reads the value of one `Set-Cookie` field; `Expires` is not read.
    public init?(_ field: some StringProtocol) {
        let parts = String(field).utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map(Self.pair)
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

    /// A year; larger numbers are reduced to it.
    private static let maximumAge: Int64 = 366 * 24 * 3_600

    /// The parts before and after the first `=`; `nil` if there is no `=`.
    private static func pair(_ text: Substring.UTF8View) -> (name: String, value: String)? {
        let parts = text.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            .map { Substring($0).trimmingSpacesAndTabs }
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
}
