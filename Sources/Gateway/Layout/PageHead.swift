import HTML

/// What stands in the head of every page, written once.
struct PageHead: Sendable {
    private let read: [UInt8]
    private let unread: [UInt8]

    init(_ assets: Assets) {
        read = Links(assets: assets, icon: "icon.svg").bytes
        unread = Links(assets: assets, icon: "icon-unread.svg").bytes
    }

    /// - Parameter hasUnread: whether the icon is to show that something is unread.
    func html(hasUnread: Bool) -> RawHTML { RawHTML(trusted: hasUnread ? unread : read) }
}

private struct Links: View {
    let assets: Assets
    let icon: String

    var body: some View {
        meta(.name("viewport"), .content("width=device-width, initial-scale=1, viewport-fit=cover"))
        meta(.name("color-scheme"), .content("light dark"))
        meta(.name("theme-color"), .content("#FBF8F1"), .media("(prefers-color-scheme: light)"))
        meta(.name("theme-color"), .content("#15171C"), .media("(prefers-color-scheme: dark)"))
        link(.rel("stylesheet"), .href(asset("engawa.css")))
        link(.rel("stylesheet"), .href(asset("alive.css")))
        link(.rel("icon"), .type("image/svg+xml"), .href(asset(icon)))
        link(.rel("manifest"), .href(asset("engawa.webmanifest")))
        script(.type("module"), .src(asset("zone.js")))
        script(.type("module"), .src(asset("app.js")))
    }

    private func asset(_ name: String) -> SafeURL { assets.path(name).url }
}
