import Chat
import HTTP

/// An error response: a status and a message for developers.
struct ErrorResponse: Error {
    private struct Body: Encodable {
        struct Detail: Encodable {
            let path: String
            let message: String
        }

        var error: String?
        var message: String
        var code: String?
        var details: [Detail]?
    }

    let status: Status
    let message: String
    /// The error code, in session access.
    var code: String?
    /// The invalid member of the body; empty for the whole body, `nil` if the error is elsewhere.
    var place: String?
    var headers: HeaderFields = [:]

    init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }

    init(_ status: Status, _ message: String, code: String) {
        self.init(status, message)
        self.code = code
    }

    /// - Parameter place: the invalid member of the body.
    static func badRequest(_ message: String, at place: String? = nil) -> ErrorResponse {
        var error = ErrorResponse(.badRequest, message)
        error.place = place
        return error
    }

    /// There is no valid session.
    static let unauthorized = ErrorResponse(
        .unauthorized, "Valid authentication is required to access this resource")

    /// RFC 9110 §15.5.6: the response lists the allowed methods.
    static func methodNotAllowed(allowed: [Method]) -> ErrorResponse {
        var names = allowed.map(\.rawValue)
        if allowed.contains(.get) { names.append(Method.head.rawValue) }
        var error = ErrorResponse(.methodNotAllowed, "Method not allowed")
        error.headers[.allow] = names.joined(separator: ", ")
        return error
    }

    /// - Parameter subject: the name of the entity, for `.notFound`.
    init(_ error: ChatError, subject: String) {
        switch error.reason {
        case .notFound: self.init(.notFound, "\(subject) not found")
        case .notParticipant, .noLongerParticipant:
            self.init(.forbidden, "User is not an active participant in this conversation")
        case .forbidden: self.init(.forbidden, "You are not authorized to do this")
        case .aliasTaken: self.init(.conflict, "ID Alias is already in use")
        case .invalid(let words): self.init(.badRequest, words)
        case .unavailable, .cancelled: self.init(.serviceUnavailable, "The chat is not available")
        case .timedOut: self.init(.gatewayTimeout, "The chat did not answer in time")
        case .unauthenticated, .unexpectedAnswer: self.init(.internalServerError, "Internal error")
        }
    }

    /// The response in open access.
    var response: Response { response(Body(message: message)) }

    /// The response in session access, with a code and details.
    var responseWithCode: Response {
        var body = Body(message: message, code: code)
        if status == .unauthorized, code == nil { body.error = "Unauthorized" }
        if status.rawValue >= 500 { body.code = code ?? "INTERNAL_ERROR" }
        if let place {
            body.code = code ?? "VALIDATION_ERROR"
            body.details = [Body.Detail(path: place, message: message)]
        }
        return response(body)
    }

    private func response(_ body: Body) -> Response {
        var response = Response.json(status, body)
        for field in headers.fields { response.headers.append(field.name, field.value) }
        return response
    }
}
