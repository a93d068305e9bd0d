import Chat
import HTML
import HTTP

extension Failure {
    /// The answer: a page that says what happened and what to do; for one who is not signed in, the way there.
    func page(_ visit: Visit) -> Response {
        if visit.request.method.isSafe {
            let back = Path(visit.request.target.rawPath + Self.query(visit.request))
            if case .signedOut = self { return .seeOther(routes.signIn(returnTo: back).text) }
            if case .secondFactorNeeded = self { return .seeOther(routes.secondFactor.text) }
            if case .setUpNeeded = self { return .seeOther(routes.welcome(returnTo: back).text) }
        }
        var response = Page(visit, title: visit.say(title), showsKnown: false) {
            ErrorNotice(visit: visit, failure: self)
        }.response(status)
        if case .methodNotAllowed(let methods) = self {
            response.headers[.allow] = methods.map(\.rawValue).joined(separator: ", ")
        }
        if let retryAfter { response.headers[.retryAfter] = retryAfter }
        return response
    }

    fileprivate static func query(_ request: Request) -> String {
        request.target.query.items.isEmpty ? "" : "?\(request.target.query.serialized)"
    }
}

/// What happened, what was kept, what to do.
struct ErrorNotice: View {
    let visit: Visit
    let failure: Failure

    var body: some View {
        section(.class("notice")) {
            h1 { visit.say(failure.title) }
            p { visit.say(failure.detail) }
            if canRetry {
                p {
                    a(.class("button"), .href(retryURL)) { visit.say(SiteWording.tryAgain) }
                }
            } else if leadsHome {
                p {
                    a(.class("button"), .href(routes.home.url)) { visit.say(SiteWording.homeLink) }
                }
            }
            if failure.logDetail != nil {
                p(.class("muted")) { visit.say(ErrorWording.reference(visit.request.id.description)) }
            }
        }
    }

    private var canRetry: Bool {
        visit.request.method.isSafe && (failure.status.rawValue >= 500 || failure.status == .tooManyRequests)
    }

    /// Under a name that is refused, every link would lead to the same refusal.
    private var leadsHome: Bool { if case .foreignHost = failure { false } else { true } }

    private var retryURL: SafeURL {
        Path(visit.request.target.rawPath + Failure.query(visit.request)).flatMap { SafeURL($0.description) }
            ?? routes.home.url
    }
}

/// The page for a message that could not be sent while its conversation can't be shown either:
/// the text stands in a box that sends it again.
struct UnsentPage: View {
    let visit: Visit
    let failure: Failure
    let conversation: ConversationID
    let text: String

    var body: some View {
        section(.class("notice")) {
            h1 { visit.say(failure.title) }
            p { visit.say(failure.detail) }
            form(.method(.post), .action(routes.send(conversation).url), .class("stack")) {
                label(.for("text")) { visit.say(ErrorWording.keptText) }
                textarea(.id("text"), .name("text"), .rows(6)) { TextareaText(text) }
                button(.type("submit"), .class("button")) { visit.say(SiteWording.tryAgain) }
            }
            p(.class("muted")) { visit.say(ErrorWording.reference(visit.request.id.description)) }
        }
    }
}

/// The content of a `textarea`. A browser drops one line feed at its start (WHATWG HTML §13.1.2.5), so one is added.
struct TextareaText: View {
    let text: String

    init(_ text: String) { self.text = text }

    var body: some View {
        "\n"
        text
    }
}
