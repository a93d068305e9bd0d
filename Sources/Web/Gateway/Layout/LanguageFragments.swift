import HTML

/// A view that depends on nothing but the language, rendered once for each language.
struct LanguageFragments: Sendable {
    private let fragments: [Language: [UInt8]]

    init(@ViewBuilder _ view: (Speaker) -> some View) {
        fragments = Dictionary(
            uniqueKeysWithValues: Language.allCases.map { ($0, view(Speaker(language: $0)).bytes) })
    }

    subscript(language: Language) -> RawHTML { RawHTML(trusted: fragments[language] ?? []) }
}
