import Chat

/// The index of people's names, and its limits.
public enum NameIndex {
    /// How long the parts of names in the index are, in characters (Unicode scalars).
    public static let partLength = 8
    /// How many parts of a name and of an alias are indexed, from the beginning.
    public static let partsPerName = 100
    /// How many parts one search reads.
    public static let maximumRead = 2_000

    /// The folded parts of a person's name and alias: for each character the one that begins there.
    public static func parts(of names: [String]) -> [(isInner: Bool, part: String)] {
        names.flatMap { name in
            let folded = Array(FoldedText(name).description.unicodeScalars)
            return folded.indices.prefix(partsPerName).filter { folded[$0] != " " }.map { start in
                (start > 0, String(String.UnicodeScalarView(folded[start...].prefix(partLength))))
            }
        }
    }

    /// The part with which a word of a query begins.
    public static func part(of word: String) -> String {
        String(String.UnicodeScalarView(word.unicodeScalars.prefix(partLength)))
    }

    /// The end of the parts that begin with `part`: U+10FFFF is the last character.
    public static func end(of part: String) -> String { part + "\u{10FFFF}" }
}
