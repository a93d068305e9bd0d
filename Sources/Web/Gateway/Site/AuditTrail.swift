import Accounts
import Chat
import HTTP
import Logging
import OpenID

/// Writes down who signed in, and what happened to accounts.
struct AuditTrail: Sendable {
    let audit: AuditLog
    let meter: AuditRateLimiter
    let clock: Clock
    let log: Logger

    /// Writes into the audit log. Where that can't be done, the log says so, and what was done stands. What there is too
    /// much of is counted instead.
    /// - Returns: whether it was within the share of its source.
    @discardableResult
    func record(
        _ kind: AuditEvent.Kind, _ visit: Visit, user: UserID? = nil, actor: UserID? = nil,
        method: SignInMethodID? = nil, detail: String? = nil
    ) -> Bool {
        let verdict = meter.verdict(
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
            try audit.append(
                AuditEvent(
                    kind, at: clock.now(), user: user, actor: actor, method: method?.description,
                    address: visit.address, detail: detail
                ).adding(note: note))
        } catch {
            log.error(
                "the audit log can't be written",
                ["why": .text("\(error)"), "id": .text(visit.request.id.description)])
        }
        return true
    }

    /// Tells the log and the audit log of a sign-in that did not work. What was typed stays out of both.
    func report(_ error: SignInError, _ method: SignInMethodID?, _ visit: Visit, user: UserID? = nil) {
        switch error {
        case .backend(let error): note("sign-in failed", error.description, visit)
        case .provider(let error) where error.reason == .cancelledByPerson: return
        case .provider(let provider) where provider.isTransient: note("sign-in failed", provider.description, visit)
        case .provider(let provider):
            if record(.signInRefused, visit, method: method, detail: error.auditDetail) {
                note("sign-in failed", provider.description, visit)
            }
        case .empty: return
        case .unknownUser, .wrongCredentials, .tooMany, .disabled, .unverifiedEmail, .notInChat:
            record(.signInRefused, visit, user: user, method: method, detail: error.auditDetail)
        }
    }

    private func note(_ message: String, _ why: String, _ visit: Visit) {
        log.error(message, ["why": .text(why), "id": .text(visit.request.id.description)])
    }
}

extension SignInError {
    fileprivate var auditDetail: String {
        switch self {
        case .empty: "empty"
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

    /// How the sign-in page answers.
    var status: Status {
        switch self {
        case .empty, .unknownUser, .wrongCredentials: .unprocessableContent
        case .tooMany: .tooManyRequests
        case .disabled, .unverifiedEmail, .notInChat: .forbidden
        case .backend(let error) where error.reason == .timedOut: .gatewayTimeout
        case .backend: .badGateway
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
