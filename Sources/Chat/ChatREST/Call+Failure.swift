import Chat
import HTTP

extension Call {
    /// What an answer with another status than `success` means.
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
        // A refusal of the backend is JSON with a message; one without is of someone in between, or no such route.
        guard let message, status == .badRequest || refusals.contains(status) else {
            return .unexpectedAnswer("status \(status)")
        }
        switch status {
        case .badRequest: return .invalid(message)
        case .forbidden: return message.contains("participant") ? .notParticipant : .forbidden
        case .notFound: return .notFound
        case .conflict: return .aliasTaken
        default: return .unexpectedAnswer("status \(status)")
        }
    }

    private func faultReason(of status: Status, message: String?) -> ChatError.Reason {
        guard let message else { return .unavailable("status \(status)") }
        // The session is of somebody who is not in the chat: for this backend nobody.
        if caller != nil, message.hasUTF8Prefix("Chat user not found") { return .unauthenticated }
        return faults.first { message.contains($0.message) }?.reason ?? .unavailable("status \(status): \(message)")
    }

    /// What it means that no answer came.
    func failure(_ error: TransportError) -> ChatError {
        let reason: ChatError.Reason =
            switch error.reason {
            case .cannotConnect, .badURL, .heldBack: .unavailable(error.description)
            case .timedOut: .timedOut
            case .cancelled: .cancelled
            // Nothing is lost with an answer to a question, but a change may have been made.
            case .connectionLost where method.isSafe: .unavailable(error.description)
            case .connectionLost, .bodyTooLarge: .unexpectedAnswer(error.description)
            }
        return ChatError(reason, during: operation)
    }
}
