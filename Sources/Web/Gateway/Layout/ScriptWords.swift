import HTML

/// What scripts may say, in the page's language, where they find it and nobody sees it.
struct ScriptWords: View {
    let say: Speaker

    /// The same on every page, so written once for each language.
    private static let written = Dictionary(
        uniqueKeysWithValues: Language.allCases.map { ($0, Words(say: Speaker(language: $0)).bytes) })

    var body: some View {
        if let words = Self.written[say.language] { RawHTML(trusted: words) }
    }
}

private struct Words: View {
    let say: Speaker

    var body: some View {
        template(.id(PageElement.words)) {
            for wording in ScriptWording.allCases {
                span(.data("data-word", wording.rawValue)) { say(wording) }
            }
        }
    }
}
