import Accounts
import Chat
import HTTP
import OneTimePasswords

extension FactorChecks {
    /// Verifies the first code of an app, which enables the app as a factor.
    ///
    /// - Parameter id: the session of this request; the person's other sessions are notified.
    func confirmAuthenticator(_ visit: Visit, _ user: UserID, session id: String) async throws {
        try await confirmCode(visit, user)
        await trail.record(.authenticatorAdded, visit, user: user)
        try await notifier.tell(user, .authenticatorAdded, except: id)
    }

    /// Verifies a new passkey and stores it.
    ///
    /// - Throws: `PasskeyError`.
    func registerPasskey(_ visit: Visit, named name: String, for user: UserID, session id: String) async throws {
        do {
            let (answer, challenge, site) = try await visit.passkeyAnswer(for: .registration(session: id))
            try await proofs.factors.register(
                answer, named: name, device: visit.newSession(SignInContext()).device, for: user, challenge, at: site)
        } catch let error as PasskeyError {
            try await report(error, visit, user: user)
            throw error
        }
        await trail.record(.passkeyAdded, visit, user: user, detail: name)
        try await notifier.tell(user, .passkeyAdded, except: id)
    }

    /// Replaces the recovery codes by new ones.
    func renewedCodes(_ visit: Visit, _ user: UserID, session id: String) async throws -> [RecoveryCode] {
        let codes = try await proofs.factors.renewRecoveryCodes(of: user)
        await trail.record(.recoveryCodesRenewed, visit, user: user)
        try await notifier.tell(user, .recoveryCodesRenewed, except: id)
        return codes
    }

    /// The secret of the setup in progress, or a new one.
    func begunAuthenticator(of user: UserID) async throws -> TOTPSecret? {
        if let begun = try await proofs.factors.begunAuthenticator(of: user) { return begun }
        return try await proofs.factors.beginAuthenticator(of: user)
    }

    /// Records a refused passkey in the audit log, and notifies the person of a passkey that seems to be copied.
    func report(_ error: PasskeyError, _ visit: Visit, user: UserID? = nil, signingIn: Bool = false) async throws {
        if signingIn { trail.countSignIn(.refused, .passkey) }
        switch error {
        case .copied(let passkey):
            await trail.record(.passkeyCopied, visit, user: passkey.user, method: .passkey, detail: error.detail)
            try await notifier.tell(passkey.user, .passkeyCopied)
        case .disabled(let owner):
            await trail.record(.signInRefused, visit, user: owner, method: .passkey, detail: error.detail)
        case .malformed, .expired, .unknown, .refused, .taken:
            await trail.record(
                signingIn ? .signInRefused : .factorRefused, visit, user: user, method: .passkey, detail: error.detail)
        }
    }
}
