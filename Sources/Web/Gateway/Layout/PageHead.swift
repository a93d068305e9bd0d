import HTML

/// The part of the `head` element that all pages share, rendered once.
struct PageHead: Sendable {
    private let read: [UInt8]
    private let unread: [UInt8]
    private let withoutSession: [UInt8]

    init(_ assets: Assets) {
        read = CommonHead(assets: assets, icon: "icon.svg", last: PageElement.words).bytes
        unread = CommonHead(assets: assets, icon: "icon-unread.svg", last: PageElement.words).bytes
        withoutSession = CommonHead(assets: assets, icon: "icon.svg", last: PageElement.content).bytes
    }

    /// - Parameters:
    ///   - hasSession: whether the user is signed in, which decides what the last element of the page is.
    ///   - hasUnread: whether the icon shows that there are unread messages.
    func html(hasSession: Bool, hasUnread: Bool) -> RawHTML {
        RawHTML(trusted: !hasSession ? withoutSession : hasUnread ? unread : read)
    }
}

/// The ids of elements that every page has.
enum PageElement {
    static let content = "content"
    static let words = "words"
}

private struct CommonHead: View {
    let assets: Assets
    let icon: String
    /// The id of the last element of the page.
    let last: String

    var body: some View {
        meta(.name("viewport"), .content("width=device-width, initial-scale=1, viewport-fit=cover"))
        meta(.name("color-scheme"), .content("light dark"))
        meta(.name("theme-color"), .content("#FBF8F1"), .media("(prefers-color-scheme: light)"))
        meta(.name("theme-color"), .content("#15171C"), .media("(prefers-color-scheme: dark)"))
        // Rendering waits for the last element (HTML, link type "expect"): otherwise a browser shows a part of the page
        // first, and moves it when the rest arrives.
        link(.rel("expect"), .href(SafeURL(fragment: last)), .blocking("render"))
        link(.rel("stylesheet"), .href(asset("engawa.css")))
        link(.rel("stylesheet"), .href(asset("alive.css")))
        link(.rel("icon"), .type("image/svg+xml"), .href(asset(icon)))
        link(.rel("manifest"), .href(asset("engawa.webmanifest")))
        script(.type("module"), .src(asset("zone.js")))
        script(.type("module"), .src(asset("app.js")))
    }

    private func asset(_ name: String) -> SafeURL { assets.path(name).url }
}
