import HTML

/// Buttons that switch the language, each labelled in its own language.
struct LanguageSwitch: View {
    let visit: Visit
    let returnTo: Path?

    var body: some View {
        form(.method(.post), .action(routes.preferences.url), .class("languages")) {
            if let returnTo { input(.type("hidden"), .name("return"), .value(returnTo.description)) }
            for language in Language.allCases {
                button(
                    .type("submit"), .name("language"), .value(language.rawValue), .lang(language.rawValue),
                    .class("link"), .aria(.current, language == visit.say.language ? "true" : nil)
                ) { language.ownName }
            }
        }
    }
}
