import Chat
import HTTP

/// An answer that says no: a status and a sentence for developers.
struct Refusal: Error {
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
    /// What kind of refusal it is, where session access has a word for it.
    var code: String?
    /// The member of the body that is at fault; empty for the whole of it, `nil` where it is not the body.
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

    /// - Parameter place: the member of the body that is at fault.
    static func badRequest(_ message: String, at place: String? = nil) -> Refusal {
        var refusal = Refusal(.badRequest, message)
        refusal.place = place
        return refusal
    }

    /// There is no session, or none that is still good.
    static let unauthorized = Refusal(
        .unauthorized, "Valid authentication is required to access this resource")

    /// RFC 9110 §15.5.6: the answer says what is allowed.
    static func methodNotAllowed(allowed: [Method]) -> Refusal {
        var names = allowed.map(\.rawValue)
        if allowed.contains(.get) { names.append(Method.head.rawValue) }
        var refusal = Refusal(.methodNotAllowed, "Method not allowed")
        refusal.headers[.allow] = names.joined(separator: ", ")
        return refusal
    }

    /// - Parameter subject: what was not found, where that is the error.
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

    /// As open access answers it.
    var response: Response { response(Body(message: message)) }

    /// As session access answers it: with a code, and with what is wrong where.
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
