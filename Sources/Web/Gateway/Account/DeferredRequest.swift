import Accounts
import HTTP

/// A change that waits for a fresh proof: the form that asked for it travels with the page that asks for the proof.
struct DeferredRequest: Sendable {
    private static let pathField = "deed"
    private static let fieldsField = "deed-fields"
    /// The longest form that is kept, in bytes.
    private static let maximumBytes = 100_000

    /// What shows its page again instead: a password must not be written into a page, a file can't take the place of the
    /// page that asks for the proof, and nothing is deleted that was not looked at again.
    private static let pagesOfTheirOwn = [routes.changePassword, routes.ownData, routes.ownDeletion]

    private let target: String
    private let form: Form

    /// `nil` for a request that needs no fresh proof.
    init?(_ request: Request) {
        guard !request.method.isSafe else { return nil }
        let showsItsPage = Self.pagesOfTheirOwn.contains { $0.parameters(of: request.target) != nil }
        self.init(target: request.target.rawPath, form: showsItsPage ? [:] : request.form)
    }

    /// Reads the fields of `fields`.
    init?(_ form: Form) {
        guard let target = form[Self.pathField], let text = form[Self.fieldsField],
            text.utf8.count <= Self.maximumBytes, let query = text.isEmpty ? Query() : Query(parsing: text)
        else { return nil }
        self.init(target: target, form: Form(query.items.map { Form.Field(name: $0.name, value: $0.value) }))
    }

    private init?(target: String, form: Form) {
        guard let read = RequestTarget(target), case .row(let row, _) = Routes.table.match(.post, read),
            row.access.mayWantProof
        else { return nil }
        self.target = target
        self.form = form
    }

    /// Names and values for the form of that page.
    var fields: [(name: String, value: String)] {
        [(Self.pathField, target), (Self.fieldsField, String(decoding: form.urlEncoded, as: UTF8.self))]
    }

    /// The deferred request, with the cookie of the session that has a fresh proof.
    func request(after old: Request, _ token: SessionToken, _ policy: SitePolicy) -> Request {
        var request = old
        guard let target = RequestTarget(target) else { return old }
        request.method = .post
        request.target = target
        request.body = .form(form)
        let name = SessionCookie.name(policy)
        // Split as `Cookies` reads the field, so that the former session's cookie is removed in every case.
        let cookies = old.headers[.cookie]?.unicodeScalars.split(separator: ";").map {
            String(String.UnicodeScalarView($0.drop { $0 == " " }))
        }
        let others = cookies?.filter { !$0.hasUTF8Prefix("\(name)=") } ?? []
        request.headers[.cookie] = (others + ["\(name)=\(token.cookieValue)"]).joined(separator: "; ")
        // The form came from this site.
        request.headers[.origin] = policy.origin(of: old)?.description
        return request
    }
}
