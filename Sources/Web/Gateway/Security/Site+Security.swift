import Accounts
import Chat
import Cryptography
import HTML
import HTTP
import OneTimePasswords

extension Site {
    /// The page of one's factors.
    func security(_ visit: Visit) throws -> Response {
        guard parts.proofs.policy.isOn else { throw Failure.notFound }
        return try securityPage(visit, try visit.requireSession(), nil)
    }

    /// Changes one's factors. What is delicate wants a fresh proof.
    func change(_ visit: Visit, _ change: Path.SecurityChange) async throws -> Response {
        guard parts.proofs.policy.isOn else { throw Failure.notFound }
        let session = try visit.requireSession()
        switch change {
        case .dismiss: return try dismiss(visit)
        case .renamePasskey: return try renamePasskey(visit, session)
        case .forgetDevice: return try forgetDevice(visit, session)
        case .keepPasskey: return try keepPasskey(visit, session)
        default: try requireFreshProof(visit)
        }
        switch change {
        case .beginAuthenticator: return try enrolmentPage(visit, session, nil)
        case .confirmAuthenticator: return try await confirmAuthenticator(visit, session)
        case .removeAuthenticator: return try removeAuthenticator(visit, session)
        case .renewRecoveryCodes: return try renewCodes(visit, session)
        case .beginPasskey: return try beginPasskey(visit, session)
        case .removePasskey: return try removePasskey(visit, session)
        case .dismiss, .renamePasskey, .forgetDevice, .keepPasskey: throw Failure.badRequest
        }
    }

    private func securityPage(_ visit: Visit, _ session: Session, _ fault: FactorFault?) throws -> Response {
        let factors = try parts.proofs.factors.summary(of: session.user)
        var page = SecurityPage(visit: visit, factors: factors, unfit: visit.unfit)
        page.fault = fault
        return Page(visit, title: visit.say(SecurityWording.title), back: .profile) { page }
            .response(fault?.status ?? .ok)
    }

    // The app.

    private func enrolmentPage(_ visit: Visit, _ session: Session, _ fault: FactorFault?) throws -> Response {
        guard let secret = try begunAuthenticator(of: session.user) else { return .seeOther(Path.security.text) }
        return unkept(
            Page(visit, title: visit.say(SecurityWording.addAuthenticator), back: .security) {
                section(.class("sign-in")) {
                    if let fault { p(.class("fault"), .role("alert")) { visit.say(fault.wording) } }
                    EnrolmentForm(
                        visit: visit, secret: secret, account: session.alias,
                        action: .securityChange(.confirmAuthenticator), isFailed: fault != nil)
                }
            }.response(fault?.status ?? .ok))
    }

    private func confirmAuthenticator(_ visit: Visit, _ session: Session) async throws -> Response {
        do {
            try await confirmAuthenticator(visit, session.user, session: session.id)
        } catch let fault as FactorFault {
            return try enrolmentPage(visit, session, fault)
        }
        return try codesIfNone(visit, session)
    }

    private func removeAuthenticator(_ visit: Visit, _ session: Session) throws -> Response {
        if try parts.proofs.factors.removeAuthenticator(of: session.user) {
            record(.authenticatorRemoved, visit, user: session.user)
            try tell(session.user, .authenticatorRemoved, except: session.id)
        }
        return .seeOther(Path.security.text)
    }

    // Recovery codes.

    private func renewCodes(_ visit: Visit, _ session: Session) throws -> Response {
        guard try parts.proofs.factors.summary(of: session.user).hasSecondFactor else {
            return .seeOther(Path.security.text)
        }
        let codes = try renewedCodes(visit, session.user, session: session.id)
        // What was due is told no more.
        let visit = Visit(visit.request, shared)
        return unkept(
            Page(visit, title: visit.say(SecurityWording.codesTitle), back: .security) {
                RecoveryCodesPage(visit: visit, codes: codes, onward: LocalPath(.security))
            }.response())
    }

    /// Who has a second factor now has recovery codes too.
    private func codesIfNone(_ visit: Visit, _ session: Session) throws -> Response {
        guard try parts.proofs.factors.summary(of: session.user).recoveryCodes == 0 else {
            return .seeOther(Path.security.text)
        }
        return try renewCodes(visit, session)
    }

    // Passkeys.

    /// The page on which the authenticator is asked.
    private func beginPasskey(_ visit: Visit, _ session: Session) throws -> Response {
        let known = try parts.proofs.factors.summary(of: session.user).passkeys
        guard
            let prompt = visit.passkeyPrompt(
                making: session.user, alias: session.alias, name: session.name, known: known, session: session.id),
            let name = visit.passkeyName
        else { return .seeOther(Path.security.text) }
        return unkept(
            Page(
                visit, title: visit.say(SecurityWording.addPasskey), back: .security, scripts: "passkeys.js"
            ) {
                section(.class("sign-in")) {
                    p { visit.say(SecurityWording.makePasskey(name)) }
                    PasskeyForm(
                        visit: visit, prompt: prompt, action: .securityChange(.keepPasskey), words: .make, isNew: true
                    ) { input(.type("hidden"), .name(PasskeyNameField.name), .value(name)) }
                }
            }.response())
    }

    /// Takes what the authenticator made. The page that asked for it wanted a fresh proof.
    private func keepPasskey(_ visit: Visit, _ session: Session) throws -> Response {
        do {
            try registerPasskey(
                visit, named: visit.passkeyName ?? visit.say(SecurityWording.passkeys), for: session.user,
                session: session.id)
        } catch let error as PasskeyError {
            return try securityPage(visit, session, .passkey(error))
        }
        return try codesIfNone(visit, session)
    }

    private func removePasskey(_ visit: Visit, _ session: Session) throws -> Response {
        guard let id = visit.request.form[PasskeyNameField.id].flatMap({ Base64URL.decode($0) }) else {
            throw Failure.badRequest
        }
        if try parts.proofs.factors.removePasskey(id, of: session.user) {
            record(.passkeyRemoved, visit, user: session.user)
            try tell(session.user, .passkeyRemoved, except: session.id)
        }
        return .seeOther(Path.security.text)
    }

    private func renamePasskey(_ visit: Visit, _ session: Session) throws -> Response {
        guard let id = visit.request.form[PasskeyNameField.id].flatMap({ Base64URL.decode($0) }),
            let name = visit.passkeyName
        else { throw Failure.badRequest }
        _ = try parts.proofs.factors.renamePasskey(id, of: session.user, to: name)
        return .seeOther(Path.security.text)
    }

    // Browsers, and what one was told.

    private func forgetDevice(_ visit: Visit, _ session: Session) throws -> Response {
        guard let id = visit.request.form[PasskeyNameField.id] else { throw Failure.badRequest }
        if try parts.proofs.factors.forgetDevices(of: session.user, id: id) {
            record(.deviceForgotten, visit, user: session.user)
        }
        return .seeOther(Path.security.text)
    }

    /// What holds a secret is kept by no browser.
    private func unkept(_ response: Response) -> Response {
        var response = response
        response.headers[.cacheControl] = "no-store"
        response.headers[.eTag] = nil
        return response
    }
}
