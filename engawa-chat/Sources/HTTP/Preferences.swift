import Bytes

/// The parsed value of `Accept-Language`, `Accept-Encoding` and their like
/// (RFC 9110 §12.4).
public struct Preferences: Sendable, Equatable {
    public struct Choice: Sendable, Equatable {
        /// In lower case.
        public let value: String
        /// 0…1; 0 means "not this".
        public let quality: Double
    }

    /// Best first; those of one quality in the order in which they were sent.
    public let choices: [Choice]

    public init(_ field: String?) {
        let parsed: [Choice] = (field ?? "").utf8.split(separator: UInt8(ascii: ",")).compactMap { part in
            let pieces = part.split(separator: UInt8(ascii: ";")).map(Self.word)
            guard let value = pieces.first, !value.isEmpty else { return nil }
            let weight =
                pieces.dropFirst().first { $0.hasUTF8Prefix("q=") }
                .flatMap { Double(Substring($0.utf8.dropFirst(2))) } ?? 1
            // NaN can't be ordered.
            return Choice(value: value, quality: weight.isNaN ? 0 : min(max(weight, 0), 1))
        }
        choices = parsed.sorted { $0.quality > $1.quality }
    }

    /// The piece in lower case, without blanks.
    private static func word(_ piece: Substring.UTF8View) -> String {
        let letters = piece.lazy.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        return String(decoding: letters.map(\.asciiLowercased), as: UTF8.self)
    }

    /// Whether `value` is welcome by name, with a quality above 0.
    public func accepts(_ value: String) -> Bool {
        (choices.first { $0.value == value } ?? choices.first { $0.value == "*" }).map { $0.quality > 0 } ?? false
    }
}
