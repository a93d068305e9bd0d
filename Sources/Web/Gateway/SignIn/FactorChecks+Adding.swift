import Accounts
import Chat
import HTTP
import OneTimePasswords

extension FactorChecks {
    /// Takes the first code of an app, by which it counts.
    ///
    /// - Parameter id: the session in which that is done; the others are told.
    func confirmAuthenticator(_ visit: Visit, _ user: UserID, session id: String) async throws {
        try await confirmCode(visit, user)
        trail.record(.authenticatorAdded, visit, user: user)
        try tell(user, .authenticatorAdded, except: id)
    }

    /// Takes what an authenticator made.
    ///
    /// - Throws: `PasskeyError`.
    func registerPasskey(_ visit: Visit, named name: String, for user: UserID, session id: String) throws {
        do {
            let (answer, challenge, site) = try visit.passkeyAnswer(for: .registration(session: id))
            try proofs.factors.register(
                answer, named: name, device: visit.newSession(SignInJourney()).device, for: user, challenge, at: site)
        } catch let error as PasskeyError {
            try report(error, visit, user: user)
            throw error
        }
        trail.record(.passkeyAdded, visit, user: user, detail: name)
        try tell(user, .passkeyAdded, except: id)
    }

    /// New recovery codes; those of before are no good any more.
    func renewedCodes(_ visit: Visit, _ user: UserID, session id: String) throws -> [RecoveryCode] {
        let codes = try proofs.factors.renewRecoveryCodes(of: user)
        trail.record(.recoveryCodesRenewed, visit, user: user)
        try tell(user, .recoveryCodesRenewed, except: id)
        return codes
    }

    /// What was begun, or something new.
    func begunAuthenticator(of user: UserID) throws -> TOTPSecret? {
        try proofs.factors.begunAuthenticator(of: user) ?? proofs.factors.beginAuthenticator(of: user)
    }

    /// Tells the audit log of an answer that was not taken, and the person of a copy.
    func report(_ error: PasskeyError, _ visit: Visit, user: UserID? = nil, signingIn: Bool = false) throws {
        switch error {
        case .copied(let passkey):
            trail.record(.passkeyCopied, visit, user: passkey.user, method: .passkey, detail: error.detail)
            try tell(passkey.user, .passkeyCopied)
        case .disabled(let owner):
            trail.record(.signInRefused, visit, user: owner, method: .passkey, detail: error.detail)
        case .malformed, .expired, .unknown, .refused, .taken:
            trail.record(
                signingIn ? .signInRefused : .factorRefused, visit, user: user, method: .passkey, detail: error.detail)
        }
    }
}
