import HTML

/// The sentences that scripts show, in a `template` element, which browsers don't display.
enum ScriptWords {
    static let fragments = LanguageFragments { say in
        template(.id(PageElement.words)) {
            for (name, sentence) in ScriptWording.all {
                span(.data("data-word", name)) { say(sentence) }
            }
        }
    }
}
