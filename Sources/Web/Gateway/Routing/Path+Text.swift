import Accounts
import Chat
import HTML
import HTTP
import Live

extension Path {
    /// The path as it stands in a URL.
    var text: String { TextBuilder.text { write(to: &$0) } }

    func write<Sink: PathSink & ~Copyable>(to text: inout Sink) {
        switch self {
        case .home: text.add("/")
        case .signIn(nil): text.add("/sign-in")
        case .signIn(let back?):
            text.add("/sign-in?return=")
            text.add(text: PercentEncoding.encode(back.description))
        case .provider(let method): Self.write(to: &text, method)
        case .providerCallback(let method): Self.write(to: &text, method, "/callback")
        case .providerSignOut(let method): Self.write(to: &text, method, "/sign-out")
        case .providerNotice(let method): Self.write(to: &text, method, "/notice")
        case .welcome(nil): text.add("/welcome")
        case .welcome(let back?):
            text.add("/welcome?return=")
            text.add(text: PercentEncoding.encode(back.description))
        case .signOut: text.add("/sign-out")
        case .register: text.add("/register")
        case .conversations: text.add("/conversations")
        case .newConversation: text.add("/conversations/new")
        case .thread(let id, let before, let reply): Self.write(to: &text, id, before: before, reply: reply)
        case .messages(let id): Self.write(to: &text, id, "/messages")
        case .message(let id, let message, let moment): Self.write(to: &text, id, message, nil, moment)
        case .change(let id, let message, let change, let moment): Self.write(to: &text, id, message, change, moment)
        case .draft(let id): Self.write(to: &text, id, "/draft")
        case .typing(let id): Self.write(to: &text, id, "/typing")
        case .read(let id): Self.write(to: &text, id, "/read")
        case .members(let id): Self.write(to: &text, id, "/members")
        case .removal(let id): Self.write(to: &text, id, "/members/remove")
        case .bookmarks: text.add("/bookmarks")
        case .person(let id):
            text.add("/users/")
            text.add(id)
        case .search(""): text.add("/search")
        case .search(let query):
            text.add("/search?q=")
            text.add(text: PercentEncoding.encode(query))
        case .profile: text.add("/profile")
        case .preferences: text.add("/preferences")
        case .sessions: text.add("/profile/sessions")
        case .identities: text.add("/profile/sign-in")
        case .password: text.add("/profile/password")
        case .everySession: text.add("/admin/sessions")
        case .metrics: text.add("/admin/metrics")
        case .security: text.add("/profile/security")
        case .securityChange(let change):
            text.add("/profile/security/")
            text.add(text: change.rawValue)
        case .confirmation: text.add("/profile/confirm")
        case .secondFactor: text.add("/sign-in/second-factor")
        case .passkeySignIn: text.add("/sign-in/passkey")
        case .session: text.add("/session")
        case .events(let watching, let after):
            text.add("/events")
            for (index, id) in watching.enumerated() {
                text.add(field: "watch", isFirst: index == 0)
                text.add(id)
            }
            if let after {
                text.add(field: "after", isFirst: watching.isEmpty)
                text.add(text: "\(after.number)")
            }
        case .avatar(let id, let version):
            text.add("/avatars/")
            text.add(id)
            text.add("/")
            text.add(text: "\(version)")
        case .asset(let version, let name):
            text.add("/assets/")
            text.add(text: version)
            text.add("/")
            text.add(text: name)
        case .favicon: text.add("/favicon.ico")
        case .health: text.add("/healthz")
        case .readiness: text.add("/readyz")
        }
    }

    private static func write<Sink: PathSink & ~Copyable>(
        to text: inout Sink, _ method: SignInMethodID, _ rest: StaticString = ""
    ) {
        text.add("/sign-in/")
        text.add(text: method.description)
        text.add(rest)
    }

    private static func write<Sink: PathSink & ~Copyable>(
        to text: inout Sink, _ id: ConversationID, _ rest: StaticString = ""
    ) {
        text.add("/conversations/")
        text.add(id)
        text.add(rest)
    }

    private static func write<Sink: PathSink & ~Copyable>(
        to text: inout Sink, _ id: ConversationID, before: MessageCursor?, reply: MessageID?
    ) {
        write(to: &text, id)
        if let before {
            text.add("?before=")
            text.add(text: before.text)
        }
        if let reply {
            text.add(field: "reply", isFirst: before == nil)
            text.add(reply)
        }
    }

    private static func write<Sink: PathSink & ~Copyable>(
        to text: inout Sink, _ id: ConversationID, _ message: MessageID, _ change: MessageChange?,
        _ moment: Timestamp?
    ) {
        write(to: &text, id, "/messages")
        text.add("/")
        text.add(message)
        if let change { write(changeTo: &text, change) }
        if let moment { write(momentTo: &text, moment) }
    }

    /// What follows the path of a message that is to be changed.
    static func write<Sink: PathSink & ~Copyable>(changeTo text: inout Sink, _ change: MessageChange) {
        text.add("/")
        text.add(text: change.rawValue)
    }

    /// How the path of a message ends: when it was sent.
    static func write<Sink: PathSink & ~Copyable>(momentTo text: inout Sink, _ moment: Timestamp) {
        text.add("?at=")
        text.add(moment.milliseconds)
    }

    var url: SafeURL { SafeURL(path: text) }

    /// A place on the page.
    func url(at fragment: String) -> SafeURL {
        SafeURL(
            path: TextBuilder.text {
                write(to: &$0)
                $0.add("#")
                $0.add(text: fragment)
            })
    }
}

/// What paths are put together in: a text, or a page.
protocol PathSink: ~Copyable {
    /// Adds what is the same in a URL and in HTML: a literal without `&`.
    mutating func add(_ text: StaticString)
    mutating func add(text: String)
    mutating func add<Entity>(_ identifier: Identifier<Entity>)
    /// In decimal digits.
    mutating func add(_ number: Int64)
    mutating func addAmpersand()
}

extension PathSink where Self: ~Copyable {
    /// `?name=` or `&name=`
    fileprivate mutating func add(field name: StaticString, isFirst: Bool) {
        if isFirst { add("?") } else { addAmpersand() }
        add(name)
        add("=")
    }
}
