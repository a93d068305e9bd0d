import HTML

/// What stands in the head of every page, written once.
struct PageHead: Sendable {
    private let read: [UInt8]
    private let unread: [UInt8]
    private let withoutSession: [UInt8]

    init(_ assets: Assets) {
        read = Links(assets: assets, icon: "icon.svg", last: PageElement.words).bytes
        unread = Links(assets: assets, icon: "icon-unread.svg", last: PageElement.words).bytes
        withoutSession = Links(assets: assets, icon: "icon.svg", last: PageElement.content).bytes
    }

    /// - Parameters:
    ///   - hasSession: whether somebody is signed in, as the page ends in another element then.
    ///   - hasUnread: whether the icon is to show that something is unread.
    func html(hasSession: Bool, hasUnread: Bool) -> RawHTML {
        RawHTML(trusted: !hasSession ? withoutSession : hasUnread ? unread : read)
    }
}

/// The elements of a page that something leads to.
enum PageElement {
    static let content = "content"
    static let words = "words"
}

private struct Links: View {
    let assets: Assets
    let icon: String
    /// The element that a page ends in.
    let last: String

    var body: some View {
        meta(.name("viewport"), .content("width=device-width, initial-scale=1, viewport-fit=cover"))
        meta(.name("color-scheme"), .content("light dark"))
        meta(.name("theme-color"), .content("#FBF8F1"), .media("(prefers-color-scheme: light)"))
        meta(.name("theme-color"), .content("#15171C"), .media("(prefers-color-scheme: dark)"))
        // A browser that shows a page in the middle of reading it moves what it has shown: the first look waits for the
        // last element (HTML, link type "expect").
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
