extension User {
    /// Whether the name and the alias together contain every word.
    func isFound(by query: SearchQuery?) -> Bool {
        query.map { NameRank(of: [name, alias], in: $0) != nil } ?? true
    }
}

/// How well names match a query.
enum NameRank: Int, Comparable {
    /// A name begins with a word of the query.
    case beginning
    case containing

    /// Fails unless the names together contain all words.
    init?(of names: [String], in query: SearchQuery) {
        let names = names.map { FoldedText($0) }
        guard query.terms.allSatisfy({ term in names.contains { $0.contains(term) } }) else { return nil }
        self = names.contains { name in query.terms.contains { name.begins(with: $0) } } ? .beginning : .containing
    }

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
