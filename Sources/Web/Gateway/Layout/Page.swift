import Accounts
import Live
import Chat
import HTML
import HTTP
import Hashing
import TimeZones

/// A complete page: its head, the bar at the top, the list of conversations that a wide screen shows beside the content,
/// the content, and the places of the site, which are tabs at the bottom or a rail on a wide screen.
struct Page: View {
    let visit: Visit
    let title: String
    let tab: Tab?
    let back: Path?
    let subtitle: ThreadSubtitle?
    let badge: Int
    let conversation: ConversationID?
    let isList: Bool
    let showsCachedData: Bool
    let scripts: String?
    let withoutScripts: Path?
    let content: AnyView
    private let beside: BesideView?

    /// - Parameters:
    ///   - tab: the tab that is marked as current; `nil` for a page without tabs, such as a conversation, where the text
    ///     box takes their place.
    ///   - back: the target of the arrow at the top.
    ///   - badge: the number of unread messages, for the title.
    ///   - conversation: the conversation that the page is about.
    ///   - isList: whether the content is the list of conversations.
    ///   - showsCachedData: whether the content may come from the cache, so that a notice is shown while the backend does
    ///     not answer. Error pages have no such content.
    ///   - scripts: a module that is loaded in addition to those of every page.
    ///   - withoutScripts: the page that a browser loads instead if it runs no scripts.
    init<Content: View>(
        _ visit: Visit, title: String, tab: Tab? = nil, back: Path? = nil, subtitle: ThreadSubtitle? = nil,
        badge: Int = 0, conversation: ConversationID? = nil, isList: Bool = false, showsCachedData: Bool = true,
        scripts: String? = nil, withoutScripts: Path? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.visit = visit
        self.title = title
        self.tab = tab
        self.back = back
        self.subtitle = subtitle
        self.badge = badge
        self.conversation = conversation
        self.isList = isList
        self.showsCachedData = showsCachedData
        self.scripts = scripts
        self.withoutScripts = withoutScripts
        self.content = AnyView(content())
        beside = visit.list.map { BesideView($0, current: conversation, visit) }
    }

    var body: some View {
        Document {
            html(
                .lang(visit.say.language.rawValue),
                .data("data-theme", appearance.theme.rawValue, if: appearance.theme != .system),
                .data("data-size", appearance.textSize.rawValue, if: appearance.textSize != .normal),
                .data("data-density", appearance.density.rawValue, if: appearance.density != .roomy),
                .data("data-enter", appearance.enterKey.rawValue, if: appearance.enterKey != .send),
                .data("data-previews", appearance.linkPreviews.rawValue, if: appearance.linkPreviews != .shown)
            ) {
                head {
                    meta(.charset("utf-8"))
                    HTML.title { documentTitle }
                    visit.head.html(
                        language: visit.say.language, hasSession: visit.session != nil, hasUnread: badge > 0)
                    if let scripts { script(.type("module"), .src(visit.assets.path(scripts).url)) }
                    if let withoutScripts {
                        noscript { meta(.httpEquiv("refresh"), .content("0; url=\(withoutScripts.text)")) }
                    }
                }
                HTML.body(
                    .class("shell", if: visit.session != nil),
                    .data("data-live", visit.session.map { _ in visit.position.text }),
                    .data("data-user", visit.session?.user.description)
                ) {
                    a(.class("skip"), .href(SafeURL(fragment: PageElement.content))) {
                        visit.say(SiteWording.skipToContent)
                    }
                    TopBar(visit: visit, title: title, subtitle: subtitle, back: back)
                    if let beside { beside }
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
                    if visit.session != nil {
                        // A script tells the time zone of the browser.
                        noscript {
                            p(.class("zone-note")) {
                                visit.say(TimeWording.zone(visit.time.zone.identifier))
                                a(.href(routes.profile.url)) { visit.say(TimeWording.changeZone) }
                            }
                        }
                    }
                    main(.id(PageElement.content), .tabindex(-1), .class("list-page", if: isList)) { content }
                    if visit.session != nil || tab != nil {
                        TabBar(say: visit.say, current: tab, isRailOnly: tab == nil)
                    }
                    if visit.session != nil { template(.id(PageElement.end)) {} }
                }
            }
        }
    }

    private var appearance: AppearanceSettings { visit.appearance }

    /// The content of the `title` element: the page's title, then the site's.
    private var documentTitle: String {
        let site = visit.say(SiteWording.name)
        return (badge > 0 ? "(\(badge)) " : "") + (title == site ? site : "\(title) · \(site)")
    }

    /// The page as a response. Browsers may cache it, but must revalidate it each time.
    func response(_ status: Status = .ok) -> Response {
        let bytes = bytes(capacity: 64 << 10)
        var response = Response(status, .html, bytes)
        response.separateParts = beside?.parts(in: bytes) ?? []
        response.headers["Content-Language"] = visit.say.language.rawValue
        response.headers[.cacheControl] = status == .ok ? "private, no-cache" : "no-store"
        // The list of conversations is only in what browsers load as a page.
        response.headers[.vary] = "Accept, Accept-Language, Cookie"
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
    /// Whether it is only on the rail of a wide screen.
    var isRailOnly = false

    static let conversations = Tab(
        path: routes.conversations.path, wording: SiteWording.conversations, icon: "tab-chats")
    /// Only on the rail, as the search: on a phone, the page of the search leads there.
    static let mentions = Tab(
        path: routes.mentions.path, wording: MentionsWording.title, icon: "tab-mentions", isRailOnly: true)
    static let bookmarks = Tab(path: routes.bookmarks(), wording: SiteWording.bookmarks, icon: "tab-bookmarks")
    static let profile = Tab(path: routes.profile.path, wording: SiteWording.profile, icon: "tab-profile")
    /// Only on the rail: on a phone, the list has a search field.
    static let search = Tab(path: routes.search(), wording: SearchWording.title, icon: "tab-search", isRailOnly: true)
    static let all = [conversations, mentions, search, bookmarks, profile]
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

/// The places of the site: tabs at the bottom of a small screen, a rail at the left of a wide one.
struct TabBar: View {
    let say: Speaker
    let current: Tab?
    /// Whether a small screen shows none, because a text box or a button takes their place.
    let isRailOnly: Bool

    var body: some View {
        nav(.class(isRailOnly ? "tabs rail-only" : "tabs"), .aria(.label, say(SiteWording.navigation))) {
            for tab in Tab.all {
                a(
                    .href(tab.path.url), .class("rail-only", if: tab.isRailOnly),
                    .aria(.current, tab.icon == current?.icon ? "page" : nil)
                ) {
                    span(.class(tab.icon), .aria(.hidden, "true"))
                    span { say(tab.wording) }
                }
            }
        }
    }
}
