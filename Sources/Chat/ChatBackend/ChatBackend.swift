public import Chat
public import HTTP

/// The chat backend's REST API, served over any repositories, in one of two accesses.
///
/// In open access the caller says who they are, and there is no authentication. In session access the caller is who
/// signed in with a password, by the routes of Better Auth; unlike with the real backend, who signs up is in the chat.
///
/// It answers what the real backend answers (`docs/backend-api.md`), with the rules that one lacks: every limit of
/// `openapi.yaml` is kept, a malformed id in a path is 404 and one in a query or body 400, and nothing that a
/// caller sends is ever the server's fault. An unknown participant is 404, a taken alias 409, a form 415.
///
/// It must not be reachable by browsers: the gateway is what stands in front.
public struct ChatBackend: Sendable {
    let repositories: Repositories
    /// `nil` in open access.
    let passwords: (any PasswordAuthority)?
    let allowsUserListing: Bool
    let allowsRegistration: Bool
    let hasTLS: Bool

    /// - Parameters:
    ///   - passwords: who knows the passwords, in session access; `nil` for open access.
    ///   - allowsUserListing: whether `GET /users` tells who is there; 403 where it does not.
    ///   - allowsRegistration: whether `POST /users` takes new people, and whether anybody may sign up; refused where not.
    ///   - hasTLS: whether callers come over https, so that the cookie can be `Secure`.
    public init(
        repositories: Repositories, passwords: (any PasswordAuthority)? = nil, allowsUserListing: Bool = true,
        allowsRegistration: Bool = true, hasTLS: Bool = false
    ) {
        self.repositories = repositories
        self.passwords = passwords
        self.allowsUserListing = allowsUserListing
        self.allowsRegistration = allowsRegistration
        self.hasTLS = hasTLS
    }

    /// A `Handler`.
    public func respond(to request: Request) async -> Response {
        do throws(Refusal) {
            return try await answer(to: request)
        } catch {
            return passwords == nil ? error.response : error.responseWithCode
        }
    }

    private func answer(to request: Request) async throws(Refusal) -> Response {
        try checkOrigin(of: request)
        let all = passwords == nil ? Endpoint.open : Endpoint.session
        let candidates = Endpoint.endpoints(at: request.target.segments, among: all)
        guard !candidates.isEmpty else { throw Refusal(.notFound, "No such route") }
        guard let endpoint = candidates.first(where: { $0.method == request.method }) else {
            throw .methodNotAllowed(allowed: candidates.map(\.method))
        }
        var question = Question(request: request, parameters: endpoint.parameters(of: request.target.segments))
        if let passwords, !endpoint.isForAnybody { question.session = try await caller(of: request, passwords) }
        do {
            return try await endpoint.answer(self, question)
        } catch let refusal as Refusal {
            throw refusal
        } catch let error as ChatError {
            throw Refusal(error, subject: endpoint.subject)
        } catch {
            throw Refusal(.internalServerError, "Internal error")
        }
    }

    /// Browsers say where a change comes from, and other programs don't: no page of any site is to act here in the name
    /// of whom it likes. The routes of Better Auth want to hear their own origin.
    private func checkOrigin(of request: Request) throws(Refusal) {
        guard !request.method.isSafe else { return }
        if passwords != nil, request.target.segments.starts(with: Self.passwordRoutes) {
            return try checkOriginOfPasswords(request)
        }
        guard request.headers[.origin] == nil else { throw Refusal(.forbidden, "Browsers go through the gateway") }
    }

    /// Answers a request that the server could not read.
    ///
    /// - Parameter status: what the server says is due.
    public static func fault(_ status: Status, _: HeaderFields) -> Response {
        let message =
            switch status {
            case .contentTooLarge: "The body is too large"
            case .notImplemented: "There is no such method"
            case .serviceUnavailable: "The server is stopping"
            default: "The request can't be read"
            }
        return Refusal(status, message).response
    }
}
