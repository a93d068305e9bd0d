import Chat
import HTTP

extension UploadRefusal {
    fileprivate var reason: ChatError.Reason {
        switch self {
        case .tooLarge, .tooMany: .fileTooLarge
        case .busy: .overloaded
        case .noSpace: .diskFull
        }
    }
}

/// Why a request failed.
enum Failure: Error {
    case notFound
    /// The user is a former participant of the conversation.
    case removed
    case methodNotAllowed([Method])
    case foreignOrigin
    /// The host of the request is not one of the site's.
    case foreignHost
    case signedOut
    /// The user has signed in at a provider, and has no profile here yet.
    case setUpNeeded
    /// The user still has to prove a second factor.
    case secondFactorNeeded
    /// The request requires a more recent authentication.
    case proofNeeded
    case badRequest
    case tooLarge
    case notImplemented
    /// The budget is used up; with the time to wait.
    case tooManyRequests(RequestBudget, Duration)
    /// A file of data can't be made yet.
    case tooManyFiles(FileLimiter.Refusal)
    case backend(ChatError)
    /// A defect of the site; with the details for the log.
    case broken(String)

    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let refusal as UploadRefusal: self = .backend(ChatError(refusal.reason, during: "receive files"))
        case let error as ChatError:
            switch error.reason {
            // A stranger does not learn that the conversation exists.
            case .notFound, .notParticipant: self = .notFound
            case .noLongerParticipant: self = .removed
            case .unauthenticated: self = .signedOut
            default: self = .backend(error)
            }
        default: self = ChatError(ofWrite: error, during: "write").map { .backend($0) } ?? .broken("\(error)")
        }
    }

    /// A request that the server could not parse, or could not answer before it stopped.
    init(unreadable status: Status) {
        switch status {
        case .contentTooLarge: self = .tooLarge
        case .notImplemented: self = .notImplemented
        case .serviceUnavailable: self = .backend(ChatError(.cancelled, during: "stop()"))
        default: self = .badRequest
        }
    }

    var status: Status { response.status }

    /// Whether the list of conversations may stand beside the error page: not after a request that was refused before
    /// its sender was known, and not where a backend does not answer.
    var showsList: Bool {
        switch self {
        case .notFound, .removed, .badRequest: true
        default: false
        }
    }

    /// The title and the text of the error page.
    var text: ErrorText { response.text }

    private var response: (status: Status, text: ErrorText) {
        switch self {
        case .notFound: (.notFound, ErrorWording.notFound)
        case .removed: (.forbidden, ErrorWording.removed)
        case .methodNotAllowed: (.methodNotAllowed, ErrorWording.methodNotAllowed)
        case .notImplemented: (.notImplemented, ErrorWording.methodNotAllowed)
        case .foreignOrigin: (.forbidden, ErrorWording.foreign)
        case .foreignHost: (.misdirectedRequest, ErrorWording.foreignHost)
        case .signedOut: (.unauthorized, ErrorWording.signedOut)
        case .setUpNeeded: (.forbidden, ErrorWording.setUpNeeded)
        case .secondFactorNeeded: (.forbidden, ErrorWording.secondFactorNeeded)
        case .proofNeeded: (.forbidden, ErrorWording.proofNeeded)
        case .badRequest: (.badRequest, ErrorWording.badRequest)
        case .tooLarge: (.contentTooLarge, ErrorWording.tooLarge)
        case .tooManyRequests(_, let wait): (.tooManyRequests, ErrorWording.tooMany(seconds: wait.retrySeconds))
        case .tooManyFiles(.ownUnderWay): (.tooManyRequests, ErrorWording.ownFileUnderWay)
        case .tooManyFiles(.full): (.serviceUnavailable, ErrorWording.tooManyFiles)
        case .broken: (.internalServerError, ErrorWording.broken)
        case .backend(let error):
            switch error.reason {
            case .timedOut: (.gatewayTimeout, ErrorWording.timedOut)
            case .forbidden: (.forbidden, ErrorWording.forbidden)
            case .invalid: (.badRequest, ErrorWording.forbidden)
            case .cancelled: (.serviceUnavailable, ErrorWording.unavailable)
            case .overloaded: (.serviceUnavailable, ErrorWording.overloaded)
            case .diskFull: (.insufficientStorage, ErrorWording.diskFull)
            case .fileTooLarge: (.contentTooLarge, ErrorWording.fileTooLarge)
            case .fileRefused(.infected): (.unprocessableContent, ErrorWording.fileInfected)
            case .fileRefused(.notChecked): (.serviceUnavailable, ErrorWording.fileNotChecked)
            case .quotaExceeded(let quota): (.insufficientStorage, ErrorWording.quotaExceeded(quota))
            case .limitReached(.versions): (.conflict, ErrorWording.editedTooOften)
            case .limitReached(.pins): (.conflict, ErrorWording.tooManyPins)
            case .limitReached(.openGroups): (.conflict, ErrorWording.tooManyOpenGroups)
            case .limitReached(.invites): (.conflict, ErrorWording.tooManyInvites)
            case .banned: (.forbidden, ErrorWording.banned)
            case .lastAdmin: (.conflict, ErrorWording.lastAdmin)
            case .notWritable: (.serviceUnavailable, ErrorWording.notWritable)
            case .undecided: (.conflict, ErrorWording.undecided)
            case .serverFault: (.badGateway, ErrorWording.serverFault)
            case .unexpectedAnswer: (.badGateway, ErrorWording.nonsense)
            default: (.badGateway, ErrorWording.unavailable)
            }
        }
    }

    /// Whether nothing was begun because too much waits already.
    var isOverload: Bool { if case .backend(let error) = self { error.reason == .overloaded } else { false } }

    /// The value of `Retry-After`, in seconds; `nil` for no such field.
    var retryAfter: String? {
        switch self {
        case .tooManyRequests(_, let wait): return "\(wait.retrySeconds)"
        case .tooManyFiles: return "\(FileLimiter.retryTime.retrySeconds)"
        default: break
        }
        return status == .serviceUnavailable ? Self.retryDelay : nil
    }

    /// The time to wait while the server is overloaded or stopping, in seconds.
    static let retryDelay = "5"

    /// The details for the log; `nil` if the access log is enough.
    var logDetail: String? {
        switch self {
        case .backend(let error): error.description
        case .broken(let detail): detail
        case .tooManyRequests(let budget, _): "too many requests (\(budget.rawValue))"
        case .tooManyFiles(.ownUnderWay): "one is under way"
        case .tooManyFiles(.full): "as many as there may be are under way"
        case .foreignOrigin: "a change was asked for from another origin"
        case .foreignHost: "a request came under a name that may be somebody else's"
        default: nil
        }
    }
}
