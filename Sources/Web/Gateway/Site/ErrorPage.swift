import Chat
import HTML
import HTTP

extension Failure {
    /// The response: a page that says what happened and what to do; or for GET a redirect to sign-in, if that is missing.
    func page(_ visit: Visit) -> Response {
        if visit.request.method.isSafe {
            if case .signedOut = self { return .seeOther(visit.signInAddress) }
            if case .secondFactorNeeded = self { return .seeOther(routes.secondFactor.text) }
            if case .setUpNeeded = self { return .seeOther(routes.welcome(returnTo: visit.path).text) }
        }
        var response = Page(visit, title: visit.say(text.title), showsCachedData: false) {
            ErrorNotice(visit: visit, failure: self)
        }.response(status)
        if case .methodNotAllowed(let methods) = self {
            response.headers[.allow] = methods.map(\.rawValue).joined(separator: ", ")
        }
        if let retryAfter { response.headers[.retryAfter] = retryAfter }
        return response
    }
}

extension Visit {
    /// The path and the query of the request, as a page to return to.
    fileprivate var path: Path? {
        let target = request.target
        return Path(target.rawPath + (target.query.items.isEmpty ? "" : "?\(target.query.serialized)"))
    }
}

extension Visit {
    /// The sign-in page that leads back to this request. A session that the backend has refused ends with the response,
    /// so the page does not see its cookie.
    fileprivate var signInAddress: String {
        let page = routes.signIn(returnTo: path).text
        guard session != nil else { return page }
        return page + (path == nil ? "?" : "&") + SignInMark.sessionEnded
    }
}

/// What happened, and what to do.
private struct ErrorNotice: View {
    let visit: Visit
    let failure: Failure

    var body: some View {
        section(.class("notice")) {
            h1 { visit.say(failure.text.title) }
            p { visit.say(failure.text.detail) }
            if let form = RetryForm(visit, failure) {
                form
            } else if canRetry {
                p {
                    a(.class("button"), .href(visit.path?.url ?? routes.home.url)) { visit.say(SiteWording.tryAgain) }
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

    private var canRetry: Bool { visit.request.method.isSafe && failure.mayPass }

    /// Under a host name that is refused, every link would be refused too.
    private var leadsHome: Bool { if case .foreignHost = failure { false } else { true } }
}

extension Failure {
    /// Whether the same request may succeed later.
    fileprivate var mayPass: Bool { status.rawValue >= 500 || status == .tooManyRequests }
}

/// Sends a form again with all that was typed and chosen.
private struct RetryForm: View {
    let visit: Visit
    let path: Path

    /// `nil` for requests that are not sent again.
    init?(_ visit: Visit, _ failure: Failure) {
        guard failure.mayPass, !visit.request.method.isSafe, let path = visit.path,
            case .row(let row, _) = Routes.table.match(visit.request.method, visit.request.target),
            row.bounds.returnsForm
        else { return nil }
        self.visit = visit
        self.path = path
    }

    var body: some View {
        form(.method(.post), .action(path.url), .class("stack")) {
            for field in visit.request.form.fields {
                if field.name == "name" {
                    label(.for("name")) { visit.say(PeopleWording.groupName) }
                    input(.id("name"), .name("name"), .type("text"), .value(field.value), .autocomplete("off"))
                } else {
                    input(.type("hidden"), .name(field.name), .value(field.value))
                }
            }
            button(.type("submit"), .class("button")) { visit.say(SiteWording.tryAgain) }
        }
    }
}

/// The content of a `textarea`. Browsers drop one line feed at its start (WHATWG HTML §13.1.2.5), so one is added.
struct TextareaText: View {
    let text: String

    init(_ text: String) { self.text = text }

    var body: some View {
        "\n"
        text
    }
}
