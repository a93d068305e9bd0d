import Accounts
import Chat
import HTTP
import Logging
import OpenID

/// Writes sign-ins and changes of accounts to the audit log, and counts sign-ins.
struct AuditTrail: Sendable {
    let audit: AuditLog
    let limiter: AuditRateLimiter
    let clock: Clock
    let log: Logger
    let countSignIn: @Sendable (SignInOutcome, SignInMethodID?) -> Void

    /// Writes an event to the audit log. An error is logged, and does not undo the audited change. Events beyond the rate
    /// limit are counted instead.
    /// - Returns: whether the event was within the rate limit of its source.
    @discardableResult
    func record(
        _ kind: AuditEvent.Kind, _ visit: Visit, user: UserID? = nil, actor: UserID? = nil,
        method: SignInMethodID? = nil, detail: String? = nil
    ) async -> Bool {
        switch (kind, visit.admission) {
        case (.signedIn, _): countSignIn(.signedIn, method)
        case (.factorRefused, .secondFactor(let pending)): countSignIn(.secondFactorRefused, pending.method)
        default: break
        }
        let verdict = limiter.verdict(
            on: kind, from: visit.address, about: user,
            provesNothing: method == .userID || visit.session?.method == .userID)
        guard case .write(let note) = verdict else {
            if case .leaveOut(isFirst: true) = verdict {
                log.warning(
                    "lines of the audit log are left out",
                    ["kind": .text(kind.rawValue), "address": .text(visit.address ?? "")])
            }
            return false
        }
        do {
            try await audit.append(
                AuditEvent(
                    kind, at: clock.now(), user: user, actor: actor, method: method?.description,
                    address: visit.address, detail: detail
                ).adding(note: note))
        } catch {
            log.report("the audit log can't be written", error, visit)
        }
        return true
    }

    /// Reports a failed sign-in to the log and the audit log, without anything that the user typed.
    func report(_ error: SignInError, _ method: SignInMethodID?, _ visit: Visit, user: UserID? = nil) async {
        // Who has a session adds an identity, or confirms who they are.
        if visit.session == nil, let outcome = SignInOutcome(error) { countSignIn(outcome, method) }
        switch error {
        case .backend(let error): log.report("sign-in failed", error, visit)
        case .provider(let error) where error.reason == .cancelledByPerson: return
        case .provider(let provider) where provider.isTransient: log.report("sign-in failed", provider, visit)
        case .provider(let provider):
            if await record(.signInRefused, visit, method: method, detail: error.auditDetail) {
                log.report("sign-in failed", provider, visit)
            }
        case .empty: return
        case .malformedUserID, .unknownUser, .wrongCredentials, .tooMany, .disabled, .unverifiedEmail, .notInChat:
            await record(.signInRefused, visit, user: user, method: method, detail: error.auditDetail)
        }
    }
}

extension SignInError {
    fileprivate var auditDetail: String {
        switch self {
        case .empty: "empty"
        case .malformedUserID: "no user ID"
        case .unknownUser: "unknown user"
        case .wrongCredentials: "wrong credentials"
        case .tooMany: "too many attempts"
        case .disabled: "disabled"
        case .unverifiedEmail: "e-mail address not proven"
        case .notInChat: "nobody in the chat"
        case .backend(let error): error.description
        case .provider(let error): error.auditDetail
        }
    }

    /// The status of the sign-in page that shows the error.
    var status: Status {
        switch self {
        case .empty, .malformedUserID, .unknownUser, .wrongCredentials: .unprocessableContent
        case .tooMany: .tooManyRequests
        case .disabled, .unverifiedEmail, .notInChat: .forbidden
        case .backend(let error):
            switch error.reason {
            case .timedOut: .gatewayTimeout
            case .overloaded, .notWritable: .serviceUnavailable
            case .diskFull, .quotaExceeded: .insufficientStorage
            case .forbidden, .unauthenticated: .forbidden
            default: .badGateway
            }
        case .provider(let error):
            switch error.reason {
            case .timedOut: .gatewayTimeout
            case .cancelledByPerson: .ok
            case .tooMany: .tooManyRequests
            case .unreachable, .invalidAnswer, .unavailable: .badGateway
            case .cancelled: .serviceUnavailable
            default: .forbidden
            }
        }
    }
}

extension ProviderError {
    fileprivate var auditDetail: String { "\(operation.rawValue): \(reason)" }
}
