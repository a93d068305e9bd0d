public import Chat
public import HTTP

/// The chat backend's REST API over any repositories, in open or session access.
///
/// In open access the request names the caller, and there is no authentication. In session access the caller signs in
/// with a password, by the routes of Better Auth. Unlike with the real backend, everyone who signs up has a user in the
/// chat.
///
/// Its responses are those of the real backend (`docs/backend-api.md`), with stricter validation: every limit of
/// `openapi.yaml` is enforced, a malformed id is 404 in a path and 400 in a query or body, and no request causes a 500.
/// An unknown participant is 404, a taken alias 409, a form 415.
///
/// Browsers must not be able to reach it; they use the gateway.
public struct ChatBackend: Sendable {
    let repositories: Repositories
    /// Verifies passwords; `nil` in open access.
    let passwords: (any PasswordAuthority)?
    /// Takes the files of messages; `nil` where there are none.
    let files: Files?
    let allowsUserListing: Bool
    let allowsRegistration: Bool
    let hasTLS: Bool

    /// - Parameters:
    ///   - passwords: verifies passwords, in session access; `nil` for open access.
    ///   - files: takes the files of messages; `nil` where there are none.
    ///   - allowsUserListing: whether `GET /users` is permitted, else 403.
    ///   - allowsRegistration: whether `POST /users` and sign-up are permitted, else 403.
    ///   - hasTLS: whether clients use https, so that the cookie can be `Secure`.
    public init(
        repositories: Repositories, passwords: (any PasswordAuthority)? = nil, files: Files? = nil,
        allowsUserListing: Bool = true, allowsRegistration: Bool = true, hasTLS: Bool = false
    ) {
        self.repositories = repositories
        self.passwords = passwords
        self.files = files
        self.allowsUserListing = allowsUserListing
        self.allowsRegistration = allowsRegistration
        self.hasTLS = hasTLS
    }

    /// A `Handler`.
    public func respond(to request: Request) async -> Response {
        do throws(ErrorResponse) {
            return try await answer(to: request)
        } catch {
            return passwords == nil ? error.response : error.responseWithCode
        }
    }

    private func answer(to request: Request) async throws(ErrorResponse) -> Response {
        let all = passwords == nil ? Endpoint.open : Endpoint.session
        let candidates = Endpoint.endpoints(at: request.target.segments, among: all)
        guard !candidates.isEmpty else { throw ErrorResponse(.notFound, "No such route") }
        guard let endpoint = candidates.first(where: { $0.method == request.method }) else {
            throw .methodNotAllowed(allowed: candidates.map(\.method))
        }
        try checkOrigin(of: request)
        var routed = RoutedRequest(http: request, parameters: endpoint.parameters(of: request.target.segments))
        if let passwords, !endpoint.isPublic { routed.session = try await caller(of: request, passwords) }
        do {
            return try await endpoint.answer(self, routed)
        } catch let error as ErrorResponse {
            throw error
        } catch let error as ChatError {
            throw ErrorResponse(error, subject: endpoint.subject)
        } catch {
            throw ErrorResponse(.internalServerError, "Internal error")
        }
    }

    /// Rejects changes from browsers, which send `Origin`, so that no web page can act as an arbitrary caller. The
    /// routes of Better Auth require their own origin.
    private func checkOrigin(of request: Request) throws(ErrorResponse) {
        guard !request.method.isSafe else { return }
        if passwords != nil, request.target.segments.starts(with: Self.passwordRoutes) {
            return try checkOriginOfPasswords(request)
        }
        guard request.headers[.origin] == nil else {
            throw ErrorResponse(.forbidden, "Browsers go through the gateway")
        }
    }

    /// The response to a request that the server could not parse.
    ///
    /// - Parameter status: the status chosen by the server.
    public static func fault(_ status: Status, _: HeaderFields) -> Response {
        let message =
            switch status {
            case .contentTooLarge: "The body is too large"
            case .notImplemented: "There is no such method"
            case .serviceUnavailable: "The server is stopping"
            default: "The request can't be read"
            }
        return ErrorResponse(status, message).response
    }
}
