import Accounts
import Live
import Chat
import HTML
import HTTP
import Hashing

/// A complete page: its head, the bar at the top, the content, and the tabs at the bottom.
struct Page<Content: View>: View {
    let visit: Visit
    let title: String
    let tab: Tab?
    let back: Path?
    let subtitle: ThreadSubtitle?
    let badge: Int
    let showsCachedData: Bool
    let scripts: String?
    let withoutScripts: Path?
    let content: Content

    /// - Parameters:
    ///   - tab: the tab that is marked as current; `nil` for a page without tabs, such as a conversation, where the text
    ///     box takes their place.
    ///   - back: the target of the arrow at the top.
    ///   - badge: the number of unread messages, for the title.
    ///   - showsCachedData: whether the content may come from the cache, so that a notice is shown while the backend does
    ///     not answer. Error pages have no such content.
    ///   - scripts: a module that is loaded in addition to those of every page.
    ///   - withoutScripts: the page that a browser loads instead if it runs no scripts.
    init(
        _ visit: Visit, title: String, tab: Tab? = nil, back: Path? = nil, subtitle: ThreadSubtitle? = nil,
        badge: Int = 0, showsCachedData: Bool = true, scripts: String? = nil, withoutScripts: Path? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.visit = visit
        self.title = title
        self.tab = tab
        self.back = back
        self.subtitle = subtitle
        self.badge = badge
        self.showsCachedData = showsCachedData
        self.scripts = scripts
        self.withoutScripts = withoutScripts
        self.content = content()
    }

    var body: some View {
        Document {
            html(.lang(visit.say.language.rawValue)) {
                head {
                    meta(.charset("utf-8"))
                    HTML.title { documentTitle }
                    visit.head.html(hasSession: visit.session != nil, hasUnread: badge > 0)
                    if let scripts { script(.type("module"), .src(visit.assets.path(scripts).url)) }
                    if let withoutScripts {
                        noscript { meta(.httpEquiv("refresh"), .content("0; url=\(withoutScripts.text)")) }
                    }
                }
                HTML.body(.data("data-live", visit.session.map { _ in "\(visit.position.number)" })) {
                    a(.class("skip"), .href(SafeURL(fragment: PageElement.content))) {
                        visit.say(SiteWording.skipToContent)
                    }
                    TopBar(visit: visit, title: title, subtitle: subtitle, back: back)
                    if showsCachedData, let since = visit.unreachableSince {
                        p(.class("not-current"), .role("status")) {
                            visit.say(SiteWording.notCurrent(visit.time.clock(since)))
                        }
                    }
                    if let notices = visit.session?.notices, !notices.isEmpty {
                        NoticeBar(
                            say: visit.say, time: visit.time, notices: notices,
                            back: visit.request.method.isSafe ? Path(visit.request.target.rawPath) : nil)
                    }
                    main(.id(PageElement.content), .tabindex(-1)) { content }
                    if let tab { TabBar(say: visit.say, current: tab) }
                    if visit.session != nil { ScriptWords.fragments[visit.say.language] }
                }
            }
        }
    }

    /// The content of the `title` element: the page's title, then the site's.
    private var documentTitle: String {
        let site = visit.say(SiteWording.name)
        return (badge > 0 ? "(\(badge)) " : "") + (title == site ? site : "\(title) · \(site)")
    }

    /// The page as a response. Browsers may cache it, but must revalidate it each time.
    func response(_ status: Status = .ok) -> Response {
        let bytes = bytes(capacity: 64 << 10)
        var response = Response(status, .html, bytes)
        response.headers["Content-Language"] = visit.say.language.rawValue
        response.headers[.cacheControl] = status == .ok ? "private, no-cache" : "no-store"
        response.headers[.vary] = "Accept-Language, Cookie"
        if status == .ok { response.headers[.eTag] = EntityTag(opaque: Fingerprint(bytes).description).serialized }
        return response
    }
}

/// A tab at the bottom of a page.
struct Tab: Sendable {
    let path: Path
    let wording: Sentence
    /// The CSS class of its icon.
    let icon: String

    static let conversations = Tab(
        path: routes.conversations.path, wording: SiteWording.conversations, icon: "tab-chats")
    static let bookmarks = Tab(path: routes.bookmarks(), wording: SiteWording.bookmarks, icon: "tab-bookmarks")
    static let profile = Tab(path: routes.profile.path, wording: SiteWording.profile, icon: "tab-profile")
    static let all = [conversations, bookmarks, profile]
}

/// The bar at the top: the site's icon and name, or an arrow back and the page's title.
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
    let current: Tab

    var body: some View {
        nav(.class("tabs"), .aria(.label, say(SiteWording.navigation))) {
            for tab in Tab.all {
                a(.href(tab.path.url), .aria(.current, tab.icon == current.icon ? "page" : nil)) {
                    span(.class(tab.icon), .aria(.hidden, "true"))
                    span { say(tab.wording) }
                }
            }
        }
    }
}
