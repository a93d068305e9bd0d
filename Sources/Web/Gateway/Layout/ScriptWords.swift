import HTML

/// The sentences that scripts show, in a `template` element, which browsers don't display: a line for each, with its name and
/// `=` before it.
enum ScriptWords {
    static let fragments = LanguageFragments { say in
        template(.id(PageElement.words)) {
            ScriptWording.all.map { name, sentence in "\(name)=\(say(sentence))" }.joined(separator: "\n")
        }
    }
}
