import HTTP

/// A language that the site speaks.
public enum Language: String, Sendable, CaseIterable {
    case japanese = "ja"
    case english = "en"

    /// Its own name for itself.
    var ownName: String { self == .japanese ? "日本語" : "English" }

    /// The one that was chosen, else the best one that the browser would rather have, else English.
    init(chosen: String?, acceptLanguage: String?) {
        if let language = chosen.flatMap(Language.init(rawValue:)) {
            self = language
            return
        }
        let wanted = Preferences(acceptLanguage).choices.first { choice in
            choice.quality > 0 && Language(tag: choice.value) != nil
        }
        self = wanted.flatMap { Language(tag: $0.value) } ?? .english
    }

    /// The language of a BCP 47 tag (§2.1), ignoring script and region: `ja-JP` is Japanese.
    private init?(tag: String) {
        self.init(rawValue: String(String.UnicodeScalarView(tag.unicodeScalars.prefix { $0 != "-" })))
    }
}

/// A sentence in both languages. Each feature keeps its sentences as the static members of one enum.
struct Sentence: Sendable, Equatable {
    let japanese: String
    let english: String

    init(_ japanese: String, _ english: String) {
        self.japanese = japanese
        self.english = english
    }
}

/// Says things in one language.
struct Speaker: Sendable {
    let language: Language

    func callAsFunction(_ sentence: Sentence) -> String {
        language == .japanese ? sentence.japanese : sentence.english
    }

    /// Names one after the other.
    func list(_ names: [String]) -> String { names.joined(separator: language == .japanese ? "、" : ", ") }
}
