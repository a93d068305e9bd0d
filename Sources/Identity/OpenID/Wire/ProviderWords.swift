/// Sanitises error messages of providers for the log.
enum ProviderWords {
    private static let maximumCharacters = 200
    /// A longer word may be a token and is removed.
    private static let maximumWordCharacters = 40

    /// Printable ASCII of limited length, without words that may be tokens; `nil` if nothing remains.
    static func quotable(_ text: String?) -> String? {
        guard let text else { return nil }
        let printable = String(
            decoding: text.utf8.prefix(maximumCharacters).map { (0x20..<0x7F).contains($0) ? $0 : 0x3F },
            as: UTF8.self)
        let words = printable.unicodeScalars.split(separator: " ", omittingEmptySubsequences: true)
            .map { $0.count > maximumWordCharacters ? "(...)" : String($0) }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
