/// Text as search compares it: without case, width and the difference of katakana and hiragana (see `Folding`).
public struct FoldedText: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ text: some StringProtocol) {
        var folded = String.UnicodeScalarView()
        for character in text { Folding.append(character, to: &folded) }
        description = String(folded)
    }

    /// Text that was folded before, such as an index keeps.
    public init(folded: String) { description = folded }

    /// Whether `term`, which is folded too, stands somewhere in it.
    func contains(_ term: String) -> Bool { firstIndex(of: term) != nil }

    /// Whether each of `terms` of a `SearchQuery` stands somewhere in it.
    public func contains(all terms: some Sequence<String>) -> Bool { terms.allSatisfy { contains($0) } }

    /// Whether it begins with `term`, which is folded too.
    func begins(with term: String) -> Bool { description.utf8.starts(with: term.utf8) }

    /// By bytes: UTF-8 of one text never begins in the middle of a scalar of another.
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
