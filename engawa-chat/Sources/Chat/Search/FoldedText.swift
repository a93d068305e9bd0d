import Bytes

/// Text normalized for search: ignores case, character width, and the difference between katakana and hiragana (see
/// `Folding`).
public struct FoldedText: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ text: some StringProtocol) {
        description = Folding.simple(text) ?? Folding.general(text)
    }

    /// Text that is already folded, such as from an index.
    public init(folded: String) { description = folded }

    /// Whether it contains the folded `term`. Compares bytes: in UTF-8, a match never begins in the middle of a scalar.
    func contains(_ term: String) -> Bool {
        description.withBytes { text in
            term.withBytes { term in
                guard let first = term.first else { return true }
                return text.indices.dropLast(term.count - 1).contains { start in
                    text[start] == first && text[start...].starts(with: term)
                }
            }
        }
    }

    /// Whether it contains each of the `terms` of a `SearchQuery`.
    public func contains(all terms: some Sequence<String>) -> Bool { terms.allSatisfy { contains($0) } }

    /// Whether it begins with the folded `term`.
    func begins(with term: String) -> Bool { description.utf8.starts(with: term.utf8) }
}
