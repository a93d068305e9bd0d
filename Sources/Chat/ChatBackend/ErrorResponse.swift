import Bytes
import Chat
import HTTP

/// An answer that says no: a status and a sentence for developers.
struct ErrorResponse: Error {
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
        case .banned: self.init(.forbidden, "An admin has removed the user from this group")
        case .lastAdmin: self.init(.conflict, "A group must have an admin")
        case .aliasTaken: self.init(.conflict, "ID Alias is already in use")
        case .invalid(let words): self.init(.badRequest, words)
        case .diskFull: self.init(.insufficientStorage, "The disk is full")
        case .fileTooLarge: self.init(.contentTooLarge, "The file is too large")
        case .fileRefused(.infected): self.init(.unprocessableContent, "Malicious software was found in the file")
        case .fileRefused(.notChecked): self.init(.serviceUnavailable, "Files can't be checked now")
        case .quotaExceeded(.person):
            self.init(.insufficientStorage, "The files of this user would take more room than they may")
        case .quotaExceeded(.all): self.init(.insufficientStorage, "All files would take more room than they may")
        case .quotaExceeded(.disk): self.init(.insufficientStorage, "The disk is nearly full")
        case .limitReached(.versions): self.init(.conflict, "The message was edited as often as it may be")
        case .limitReached(.pins): self.init(.conflict, "As many messages are pinned as may be")
        case .limitReached(.openGroups): self.init(.conflict, "As many groups are open as may be")
        case .limitReached(.invites): self.init(.conflict, "As many invitations are open as may be")
        case .unavailable, .overloaded, .notWritable, .undecided, .cancelled:
            self.init(.serviceUnavailable, "The chat is not available")
        case .timedOut: self.init(.gatewayTimeout, "The chat did not answer in time")
        case .unauthenticated, .serverFault, .unexpectedAnswer: self.init(.internalServerError, "Internal error")
        }
    }

    /// As open access answers it.
    var response: Response { response([:]) }

    /// The response in session access, with a code and details.
    var responseWithCode: Response {
        let isFault = status.rawValue >= 500
        let standard: String? = place != nil ? "VALIDATION_ERROR" : isFault ? "INTERNAL_ERROR" : nil
        return response([
            "error": status == .unauthorized && code == nil ? "Unauthorized" : nil,
            "code": (code ?? standard).map { .string($0) },
            "details": place.map { [["path": .string($0), "message": .string(message)]] },
        ])
    }

    private func response(_ members: [String: JSON?]) -> Response {
        var response = Response.json(status, JSON(members.merging(["message": .string(message)]) { $1 }))
        for field in headers.fields { response.headers.append(field.name, field.value) }
        return response
    }
}
