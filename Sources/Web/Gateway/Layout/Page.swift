import Accounts
import Live
import Chat
import HTML
import HTTP
import Hashing

/// The frame around what a page shows: head, bar at the top, tabs at the bottom.
struct Page<Content: View>: View {
    let visit: Visit
    let title: String
    let tab: Tab?
    let back: Path?
    let subtitle: ThreadSubtitle?
    let badge: Int
    let showsKnown: Bool
    let scripts: String?
    let content: Content

    /// - Parameters:
    ///   - tab: which tab one is on; `nil` shows none, as in a thread, where the composer takes their place.
    ///   - back: where the arrow at the top leads.
    ///   - badge: how much is unread, for the title.
    ///   - scripts: a module beside those of every page.
    ///   - showsKnown: whether it shows anything that may be out of date; an error page does not.
    init(
        _ visit: Visit, title: String, tab: Tab? = nil, back: Path? = nil, subtitle: ThreadSubtitle? = nil,
        badge: Int = 0, showsKnown: Bool = true, scripts: String? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.visit = visit
        self.title = title
        self.tab = tab
        self.back = back
        self.subtitle = subtitle
        self.badge = badge
        self.showsKnown = showsKnown
        self.scripts = scripts
        self.content = content()
    }

    var body: some View {
        Document {
            html(.lang(visit.say.language.rawValue)) {
                head {
                    meta(.charset("utf-8"))
                    DocumentTitle(title: title, site: visit.say(SiteWording.name), badge: badge)
                    visit.head.html(hasSession: visit.session != nil, hasUnread: badge > 0)
                    if let scripts { script(.type("module"), .src(visit.assets.path(scripts).url)) }
                }
                HTML.body(.data("data-live", visit.session.map { _ in "\(visit.position.number)" })) {
                    a(.class("skip"), .href(SafeURL(fragment: PageElement.content))) {
                        visit.say(SiteWording.skipToContent)
                    }
                    TopBar(visit: visit, title: title, subtitle: subtitle, back: back)
                    if showsKnown, let since = visit.unreachableSince {
                        p(.class("not-current"), .role("status")) {
                            visit.say(SiteWording.notCurrent(visit.time.clock(since)))
                        }
                    }
                    if let notices = visit.session?.notices, !notices.isEmpty { NoticeBar(visit, notices) }
                    main(.id(PageElement.content), .tabindex(-1)) { content }
                    if let tab { TabBar(say: visit.say, tab: tab) }
                    if visit.session != nil { ScriptWords(say: visit.say) }
                }
            }
        }
    }

    /// The page as an answer. A browser may keep it, but has to ask whether it is still true.
    func response(_ status: Status = .ok) -> Response {
        let bytes = pageBytes
        var response = Response(status, .html, bytes)
        response.headers["Content-Language"] = visit.say.language.rawValue
        response.headers[.cacheControl] = status == .ok ? "private, no-cache" : "no-store"
        response.headers[.vary] = "Accept-Language, Cookie"
        if status == .ok { response.headers[.eTag] = EntityTag(opaque: Fingerprint(bytes).description).serialized }
        return response
    }
}

/// The places that the tabs at the bottom lead to.
enum Tab: CaseIterable {
    case conversations
    case bookmarks
    case profile

    var path: Path {
        switch self {
        case .conversations: routes.conversations.path
        case .bookmarks: routes.bookmarks.path
        case .profile: routes.profile.path
        }
    }

    var wording: SiteWording {
        switch self {
        case .conversations: .conversations
        case .bookmarks: .bookmarks
        case .profile: .profile
        }
    }

    /// The class of its picture.
    var icon: String {
        switch self {
        case .conversations: "tab-chats"
        case .bookmarks: "tab-bookmarks"
        case .profile: "tab-profile"
        }
    }
}

/// The document's title: the page's, then the site's.
struct DocumentTitle: View {
    let title: String
    let site: String
    let badge: Int

    var body: some View {
        HTML.title { (badge > 0 ? "(\(badge)) " : "") + (title == site ? site : "\(title) · \(site)") }
    }
}

/// The bar at the top: the mark or an arrow back, and where one is.
struct TopBar: View {
    let visit: Visit
    let title: String
    let subtitle: ThreadSubtitle?
    let back: Path?

    var body: some View {
        header(.class("topbar")) {
            if let back {
                a(.class("icon-button"), .href(back.url), .aria(.label, visit.say(SiteWording.back))) {
                    span(.class("chevron"), .aria(.hidden, "true"))
                }
                div(.class("heading")) {
                    h1 { bdi { title } }
                    if let subtitle { p { subtitle } }
                }
            } else {
                a(.class("brand"), .href(routes.home.url)) {
                    img(.src(visit.assets.path("icon.svg").url), .alt(""), .width(28), .height(28))
                    span { visit.say(SiteWording.name) }
                }
            }
            if visit.policy.mode == .development {
                a(.class("mode"), .href(routes.session.url)) { visit.say(SiteWording.developmentMode) }
            }
        }
    }
}

/// The tabs at the bottom.
struct TabBar: View {
    let say: Speaker
    let tab: Tab

    var body: some View {
        nav(.class("tabs"), .aria(.label, say(SiteWording.navigation))) {
            for place in Tab.allCases {
                a(.href(place.path.url), .aria(.current, place == tab ? "page" : nil)) {
                    span(.class(place.icon), .aria(.hidden, "true"))
                    span { say(place.wording) }
                }
            }
        }
    }
}
