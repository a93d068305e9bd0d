/// Text normalized for search: ignores case, character width, and the difference between katakana and hiragana (see
/// `Folding`).
public struct FoldedText: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ text: some StringProtocol) {
        var folded = String.UnicodeScalarView()
        for character in text { Folding.append(character, to: &folded) }
        description = String(folded)
    }

    /// Text that is already folded, such as from an index.
    public init(folded: String) { description = folded }

    /// Whether it contains the folded `term`.
    func contains(_ term: String) -> Bool { firstIndex(of: term) != nil }

    /// Whether it contains each of the `terms` of a `SearchQuery`.
    public func contains(all terms: some Sequence<String>) -> Bool { terms.allSatisfy { contains($0) } }

    /// Whether it begins with the folded `term`.
    func begins(with term: String) -> Bool { description.utf8.starts(with: term.utf8) }

    /// Compares bytes: in UTF-8, a match never begins in the middle of a scalar.
    private func firstIndex(of term: String) -> Int? {
        var (text, term) = (description, term)
        return text.withUTF8 { text in
            term.withUTF8 { term in
                guard let first = term.first else { return 0 }
                guard text.count >= term.count else { return nil }
                return (0...(text.count - term.count)).first { start in
                    text[start] == first && (0..<term.count).allSatisfy { text[start + $0] == term[$0] }
                }
            }
        }
    }
}
