public import Chat
public import HTTP

/// The chat backend's REST API, served over any repositories, in open access: the caller says who they are.
///
/// It answers what the real backend answers (`docs/backend-api.md`), with the rules that one lacks: every limit of
/// `openapi.yaml` is kept, a malformed id in a path is 404 and one in a query or body 400, and nothing that a
/// caller sends is ever the server's fault. An unknown participant is 404, a taken alias 409, a form 415.
///
/// There is no authentication, so it must not be reachable by browsers: the gateway is what stands in front.
public struct ChatBackend: Sendable {
    let repositories: Repositories
    let allowsUserListing: Bool
    let allowsRegistration: Bool

    /// - Parameters:
    ///   - allowsUserListing: whether `GET /users` tells who is there; 403 where it does not.
    ///   - allowsRegistration: whether `POST /users` takes new people; 403 where it does not.
    public init(repositories: Repositories, allowsUserListing: Bool = true, allowsRegistration: Bool = true) {
        self.repositories = repositories
        self.allowsUserListing = allowsUserListing
        self.allowsRegistration = allowsRegistration
    }

    /// A `Handler`.
    public func respond(to request: Request) async -> Response {
        // Browsers send it with every change that a page asks for, and other programs don't: no page of any site is to
        // act here in the name of whom it likes.
        guard request.method.isSafe || request.headers[.origin] == nil else {
            return Refusal(.forbidden, "Browsers go through the gateway").response
        }
        let candidates = Endpoint.endpoints(at: request.target.segments)
        guard !candidates.isEmpty else { return Refusal(.notFound, "No such route").response }
        guard let endpoint = candidates.first(where: { $0.method == request.method }) else {
            return Refusal.methodNotAllowed(allowed: candidates.map(\.method)).response
        }
        let question = Question(request: request, parameters: endpoint.parameters(of: request.target.segments))
        do {
            return try await endpoint.answer(self, question)
        } catch let refusal as Refusal {
            return refusal.response
        } catch let error as ChatError {
            return Refusal(error, subject: endpoint.subject).response
        } catch {
            return Refusal(.internalServerError, "Internal error").response
        }
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
