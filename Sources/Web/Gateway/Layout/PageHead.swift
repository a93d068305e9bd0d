import HTML

/// The part of the `head` element that all pages share, rendered once for each language.
struct PageHead: Sendable {
    private let read: LanguageFragments
    private let unread: LanguageFragments
    private let withoutSession: LanguageFragments

    init(_ assets: Assets) {
        read = LanguageFragments { CommonHead(assets: assets, icon: "icon.svg", words: $0.language) }
        unread = LanguageFragments { CommonHead(assets: assets, icon: "icon-unread.svg", words: $0.language) }
        withoutSession = LanguageFragments { _ in CommonHead(assets: assets, icon: "icon.svg", words: nil) }
    }

    /// - Parameters:
    ///   - hasSession: whether the user is signed in, which decides what the last element of the page is.
    ///   - hasUnread: whether the icon shows that there are unread messages.
    func html(language: Language, hasSession: Bool, hasUnread: Bool) -> RawHTML {
        (!hasSession ? withoutSession : hasUnread ? unread : read)[language]
    }
}

/// The ids of elements that every page has, or each with a session.
enum PageElement {
    static let content = "content"
    /// The last one, which is empty.
    static let end = "end"
}

private struct CommonHead: View {
    let assets: Assets
    let icon: String
    /// The language of what scripts say; `nil` where they say nothing, for pages without a session.
    let words: Language?

    var body: some View {
        meta(.name("viewport"), .content("width=device-width, initial-scale=1, viewport-fit=cover"))
        meta(.name("color-scheme"), .content("light dark"))
        meta(.name("theme-color"), .content("#FBF8F1"), .media("(prefers-color-scheme: light)"))
        meta(.name("theme-color"), .content("#15171C"), .media("(prefers-color-scheme: dark)"))
        // Rendering waits for the last element (HTML, link type "expect"): otherwise a browser shows a part of the page
        // first, and moves it when the rest arrives. Chromium waits until that element begins, not until it ends.
        link(
            .rel("expect"), .href(SafeURL(fragment: words == nil ? PageElement.content : PageElement.end)),
            .blocking("render"))
        link(.rel("stylesheet"), .href(asset("engawa.css")))
        link(.rel("stylesheet"), .href(asset("alive.css")))
        link(.rel("icon"), .type("image/svg+xml"), .href(asset(icon)))
        link(.rel("manifest"), .href(asset("engawa.webmanifest")))
        if let words { script(.defer(), .src(asset(ScriptWords.file(for: words)))) }
        script(.type("module"), .src(asset("zone.js")))
        script(.type("module"), .src(asset("app.js")))
    }

    private func asset(_ name: String) -> SafeURL { assets.path(name).url }
}
