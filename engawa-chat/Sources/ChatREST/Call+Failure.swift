import Chat
import HTTP

extension Call {
    /// The meaning of a response with a status other than `success`.
    func failure(_ answer: ClientResponse) -> ChatError {
        ChatError(reason(of: answer.status, message: WireFailure.message(of: answer)), during: operation)
    }

    private func reason(of status: Status, message: String?) -> ChatError.Reason {
        switch status {
        case .unauthorized: return .unauthenticated
        case .gatewayTimeout: return .timedOut
        default: break
        }
        if status.rawValue >= 500 { return faultReason(of: status, message: message) }
        if status == .forbidden { return message?.contains("participant") == true ? .notParticipant : .forbidden }
        // The backend's own errors have a JSON body with a message; without one, the response is from a proxy, or the
        // route does not exist.
        guard let message, status == .badRequest || refusals.contains(status) else {
            return .unexpectedAnswer("status \(status)")
        }
        if let meaning = meanings[status] { return meaning }
        switch status {
        case .badRequest: return .invalid(message)
        case .notFound: return .notFound
        case .conflict: return .aliasTaken
        default: return .unexpectedAnswer("status \(status)")
        }
    }

    private func faultReason(of status: Status, message: String?) -> ChatError.Reason {
        guard let message else { return .serverFault("status \(status)") }
        // The session belongs to an account without a user in the chat.
        if caller != nil, message.hasUTF8Prefix("Chat user not found") { return .unauthenticated }
        return faults.first { message.contains($0.message) }?.reason ?? .serverFault("status \(status): \(message)")
    }

    /// The meaning of a request without a response.
    func failure(_ error: TransportError) -> ChatError {
        let reason: ChatError.Reason =
            switch error.reason {
            case .cannotConnect, .badURL, .heldBack: .unavailable(error.description)
            case .timedOut: .timedOut
            case .cancelled: .cancelled
            // A safe request had no effect; others may have had one.
            case .connectionLost where method.isSafe: .unavailable(error.description)
            case .connectionLost, .bodyTooLarge: .unexpectedAnswer(error.description)
            }
        return ChatError(reason, during: operation)
    }
}
