import Chat
import HTTP

/// An answer that says no: a status and a sentence for developers.
struct Refusal: Error {
    private struct Body: Encodable {
        let message: String
    }

    let status: Status
    let message: String
    var headers: HeaderFields = [:]

    init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }

    static func badRequest(_ message: String) -> Refusal { Refusal(.badRequest, message) }

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

    var response: Response {
        var response = Response.json(status, Body(message: message))
        for field in headers.fields { response.headers.append(field.name, field.value) }
        return response
    }
}
