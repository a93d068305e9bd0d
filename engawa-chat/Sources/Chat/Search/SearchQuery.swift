/// A search query: one or more words, 1–100 characters (Unicode scalars) in total.
///
/// A text matches if it contains every word, in any order. There is no query syntax.
public struct SearchQuery: Hashable, Sendable, CustomStringConvertible {
    public static let maximumCharacters = 100

    /// As typed, without white space at the ends.
    public let description: String
    /// The folded words without repetition; never empty, and none of them is empty.
    public let terms: [String]

    /// Fails for an empty or too long query.
    public init?(_ text: some StringProtocol) {
        let words = text.unicodeScalars.drop(while: \.isBlank)
        guard let end = words.lastIndex(where: { !$0.isBlank }) else { return nil }
        let trimmed = words[...end]
        guard trimmed.count <= Self.maximumCharacters else { return nil }
        description = String(String.UnicodeScalarView(trimmed))
        var seen: Set<String> = []
        terms = FoldedText(description).description.unicodeScalars.split(separator: " ").map(String.init)
            .filter { seen.insert($0).inserted }
        guard !terms.isEmpty else { return nil }
    }

    /// Whether `text` contains every word.
    public func isFound(in text: FoldedText) -> Bool { text.contains(all: terms) }

    /// The ranges of the words in `text`, in order and without overlaps. A match inside a character covers the whole
    /// character.
    public func matches(in text: String) -> [Range<String.Index>] {
        var folded: [Unicode.Scalar] = []
        var origins: [Range<String.Index>] = []
        for index in text.indices {
            var scalars = String.UnicodeScalarView()
            Folding.append(text[index], to: &scalars)
            folded.append(contentsOf: scalars)
            origins.append(
                contentsOf: repeatElement(index..<text.index(after: index), count: scalars.count))
        }
        var isMatch = [Bool](repeating: false, count: folded.count)
        for term in terms.map({ Array($0.unicodeScalars) }) where term.count <= folded.count {
            for start in 0...(folded.count - term.count) where folded[start...].starts(with: term) {
                for position in start..<(start + term.count) { isMatch[position] = true }
            }
        }
        var matches: [Range<String.Index>] = []
        for (origin, isMatch) in zip(origins, isMatch) where isMatch {
            guard let last = matches.last, last.upperBound >= origin.lowerBound else {
                matches.append(origin)
                continue
            }
            matches[matches.count - 1] = last.lowerBound..<max(last.upperBound, origin.upperBound)
        }
        return matches
    }
}

extension Unicode.Scalar {
    fileprivate var isBlank: Bool { properties.isWhitespace || properties.generalCategory == .control }
}
