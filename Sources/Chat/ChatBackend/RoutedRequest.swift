import Chat
import HTTP

extension UserID {
    /// The caller in open access for routes that do not name one: the nil UUID (RFC 9562 §5.9), which no user has.
    static let nobody = UserID("00000000-0000-0000-0000-000000000000")!
}

/// A request at its endpoint: parameters, query and body as typed values.
struct RoutedRequest: Sendable {
    let http: Request
    /// The decoded parameters of the path, in order.
    let parameters: [String]
    /// The user of the session; `nil` in open access and for routes without a session.
    var session: User?

    /// An id in the path; 404 if it is malformed.
    func identifier<Entity>(_ index: Int, of subject: String) throws(ErrorResponse) -> Identifier<Entity> {
        guard let identifier = Identifier<Entity>(parameters[index]) else {
            throw ErrorResponse(.notFound, "\(subject) not found")
        }
        return identifier
    }

    /// The caller, for routes that do not name it in open access.
    var asker: UserID { session?.id ?? .nobody }

    /// The caller: the session's, or in open access as a member of the body names them.
    func caller(_ body: RequestBody, _ member: String) throws(ErrorResponse) -> UserID {
        if let session { return session.id }
        return try body.identifier(member)
    }

    /// The caller: of the session, or in open access named in the query.
    func caller() throws(ErrorResponse) -> UserID {
        if let session { return session.id }
        guard let text = http.target.query["userId"], !text.isEmpty else {
            throw .badRequest("userId is required")
        }
        guard let user = UserID(text) else { throw .badRequest("userId must be a UUID") }
        return user
    }

    /// The JSON in the body, whatever the `Content-Type` says; only a form is none.
    func body() throws(ErrorResponse) -> RequestBody {
        switch http.body {
        case .bytes(let bytes): try RequestBody(bytes)
        case .none: try RequestBody([])
        case .form: throw ErrorResponse(.unsupportedMediaType, "The body must be JSON")
        }
    }
}
