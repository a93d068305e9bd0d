import Chat
import Concurrency
import HTTP

/// What went wrong with a request, as far as the person who sent it is concerned.
enum Failure: Error {
    case notFound
    /// One took part in the conversation, and does no more.
    case removed
    case methodNotAllowed([Method])
    case foreignOrigin
    /// The request came under a name that is not the site's.
    case foreignHost
    case signedOut
    /// One is known elsewhere, and has no profile here yet.
    case setUpNeeded
    /// One factor is proven, and another is owed.
    case secondFactorNeeded
    /// What was asked for wants a proof that is younger than the session's.
    case proofNeeded
    case badRequest
    case tooLarge
    case notImplemented
    /// More than its budget allows; carries how long to wait.
    case tooManyRequests(RequestBudget, Duration)
    case backend(ChatError)
    /// A defect of ours; carries what the log may know.
    case broken(String)

    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as ChatError:
            switch error.reason {
            // A stranger is not told that there is a conversation.
            case .notFound, .notParticipant: self = .notFound
            case .noLongerParticipant: self = .removed
            case .unauthenticated: self = .signedOut
            default: self = .backend(error)
            }
        // As where the chat's own store refuses: it may be tried again.
        case is BlockingPool.Full:
            self = .backend(ChatError(.unavailable("too much waits for the disk"), during: "write"))
        default: self = .broken("\(error)")
        }
    }

    /// A request that the server could not read, or not answer before it stopped.
    init(unreadable status: Status) {
        switch status {
        case .contentTooLarge: self = .tooLarge
        case .notImplemented: self = .notImplemented
        case .serviceUnavailable: self = .backend(ChatError(.cancelled, during: "stop()"))
        default: self = .badRequest
        }
    }

    var status: Status {
        switch self {
        case .notFound: .notFound
        case .removed: .forbidden
        case .methodNotAllowed: .methodNotAllowed
        case .foreignOrigin: .forbidden
        case .foreignHost: .misdirectedRequest
        case .signedOut: .unauthorized
        case .setUpNeeded, .secondFactorNeeded, .proofNeeded: .forbidden
        case .badRequest: .badRequest
        case .tooLarge: .contentTooLarge
        case .notImplemented: .notImplemented
        case .tooManyRequests: .tooManyRequests
        case .broken: .internalServerError
        case .backend(let error):
            switch error.reason {
            case .timedOut: .gatewayTimeout
            case .forbidden: .forbidden
            case .invalid: .badRequest
            case .cancelled: .serviceUnavailable
            default: .badGateway
            }
        }
    }

    /// For the field `Retry-After`, in seconds; `nil` where nothing is known.
    var retryAfter: String? {
        if case .tooManyRequests(_, let wait) = self { return "\(wait.retrySeconds)" }
        return status == .serviceUnavailable ? "5" : nil
    }

    /// What the log is told; `nil` where the access log says enough.
    var logDetail: String? {
        switch self {
        case .backend(let error): error.description
        case .broken(let detail): detail
        case .tooManyRequests(let budget, _): "too many requests (\(budget.rawValue))"
        case .foreignOrigin: "a change was asked for from another origin"
        case .foreignHost: "a request came under a name that may be somebody else's"
        default: nil
        }
    }

    var title: ErrorWording {
        switch self {
        case .notFound: .notFound
        case .removed: .removed
        case .methodNotAllowed, .notImplemented: .methodNotAllowed
        case .foreignOrigin: .foreign
        case .foreignHost: .foreignHost
        case .signedOut: .signedOut
        case .setUpNeeded: .setUpNeeded
        case .secondFactorNeeded: .secondFactorNeeded
        case .proofNeeded: .proofNeeded
        case .badRequest: .badRequest
        case .tooLarge: .tooLarge
        case .tooManyRequests: .tooMany
        case .broken: .broken
        case .backend(let error):
            switch error.reason {
            case .timedOut: .timedOut
            case .forbidden, .invalid: .forbidden
            case .unexpectedAnswer: .nonsense
            default: .unavailable
            }
        }
    }

    var detail: ErrorWording {
        if case .tooManyRequests(_, let wait) = self { return .tooManyDetail(seconds: wait.retrySeconds) }
        return switch title {
        case .notFound: .notFoundDetail
        case .removed: .removedDetail
        case .forbidden: .forbiddenDetail
        case .methodNotAllowed: .methodNotAllowedDetail
        case .foreign: .foreignDetail
        case .foreignHost: .foreignHostDetail
        case .signedOut: .signedOutDetail
        case .setUpNeeded: .setUpNeededDetail
        case .secondFactorNeeded: .secondFactorNeededDetail
        case .proofNeeded: .proofNeededDetail
        case .badRequest: .badRequestDetail
        case .tooLarge: .tooLargeDetail
        case .timedOut: .timedOutDetail
        case .nonsense: .nonsenseDetail
        case .unavailable: .unavailableDetail
        default: .brokenDetail
        }
    }
}
