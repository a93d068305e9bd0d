/// What a person types to search: words, and conditions such as `from:alice`, `in:"tea room"`, `after:2026-11-01`,
/// `before:2026-12-01` and `has:picture`. A colon may be a full-width one, and a value with spaces stands in quotation
/// marks. What is no condition is a word.
public struct TypedSearch: Hashable, Sendable, CustomStringConvertible {
    public enum Operator: String, Hashable, Sendable, CaseIterable {
        /// A person's name or alias; `me` for the person who searches.
        case from
        /// The name of a conversation; of a direct one, the name or alias of the other person.
        case `in`
        /// The day after which a message was sent.
        case after
        /// The day before which a message was sent.
        case before
        /// `file`, `picture` or `link`.
        case has
    }

    public struct Condition: Hashable, Sendable {
        public let `operator`: Operator
        /// Never empty.
        public let value: String
    }

    /// The most characters (Unicode scalars) of all.
    public static let maximumCharacters = 300

    /// As typed, without white space at the ends.
    public let description: String
    public let words: String
    public let conditions: [Condition]

    /// Fails for a text that is too long.
    public init?(_ text: some StringProtocol) {
        // Not by characters: a combining mark would hide a colon or a space.
        var rest = String(text).trimmingWhitespace
        guard rest.count <= Self.maximumCharacters else { return nil }
        description = String(rest)
        var words: [String] = []
        var conditions: [Condition] = []
        while true {
            rest = rest.drop(while: \.properties.isWhitespace)
            guard !rest.isEmpty else { break }
            if let condition = Self.condition(at: &rest) {
                conditions.append(condition)
            } else {
                let word = rest.prefix { !$0.properties.isWhitespace }
                words.append(String(word))
                rest = rest[word.endIndex...]
            }
        }
        self.words = words.joined(separator: " ")
        self.conditions = conditions
    }

    private static let colons: Set<Unicode.Scalar> = [":", "："]
    private static let quotationMarks: [Unicode.Scalar: Unicode.Scalar] = ["\"": "\"", "“": "”", "「": "」"]

    /// The condition with which `rest` begins, which is dropped then.
    private static func condition(at rest: inout Substring.UnicodeScalarView) -> Condition? {
        let name = rest.prefix { $0.properties.isAlphabetic }
        guard name.endIndex < rest.endIndex, colons.contains(rest[name.endIndex]),
            let known = Operator(rawValue: String(name).lowercased())
        else { return nil }
        var value = rest[rest.index(after: name.endIndex)...]
        let end: Substring.UnicodeScalarView.Index
        if let mark = value.first.flatMap({ quotationMarks[$0] }), let close = value.dropFirst().firstIndex(of: mark) {
            end = value.index(after: close)
            value = value.dropFirst()[..<close]
        } else {
            value = value.prefix { !$0.properties.isWhitespace }
            end = value.endIndex
        }
        guard !value.allSatisfy(\.properties.isWhitespace) else { return nil }
        rest = rest[end...]
        return Condition(operator: known, value: String(value))
    }
}
