import Accounts
import Chat
import Cryptography
import HTML
import HTTP
import OneTimePasswords

/// The factors of a person beside the sign-in method: authenticator app, passkeys, recovery codes, remembered browsers.
struct SecurityFeature: Sendable {
    let sessions: Sessions
    let proofs: ProofParts
    let checks: FactorChecks
    let policy: SitePolicy
    let trail: AuditTrail

    /// The page of the person's factors.
    func security(_ visit: Visit) async throws -> Response {
        try await securityPage(visit, try visit.requireSession(), nil)
    }

    private func securityPage(_ visit: Visit, _ session: Session, _ fault: FactorFault?) async throws -> Response {
        let factors = try await proofs.factors.summary(of: session.user)
        var page = SecurityPage(visit: visit, factors: factors, unfit: visit.unfit)
        page.fault = fault
        return Page(visit, title: visit.say(SecurityWording.title), back: routes.profile.path) { page }
            .response(fault?.status ?? .ok)
    }

    func beginAuthenticator(_ visit: Visit) async throws -> Response {
        try await enrolmentPage(visit, try visit.requireSession(), nil)
    }

    private func enrolmentPage(
        _ visit: Visit, _ session: Session, _ fault: FactorFault?
    ) async throws -> Response {
        guard let secret = try await checks.begunAuthenticator(of: session.user) else {
            return .seeOther(routes.security.text)
        }
        return unkept(
            Page(visit, title: visit.say(SecurityWording.addAuthenticator), back: routes.security.path) {
                section(.class("sign-in")) {
                    if let fault { p(.class("fault"), .role("alert")) { visit.say(fault.wording) } }
                    EnrolmentForm(
                        visit: visit, secret: secret, account: session.alias,
                        action: routes.confirmAuthenticator.path, isFailed: fault != nil)
                }
            }.response(fault?.status ?? .ok))
    }

    func confirmAuthenticator(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        do {
            try await checks.confirmAuthenticator(visit, session.user, session: session.id)
        } catch let fault as FactorFault {
            return try await enrolmentPage(visit, session, fault)
        }
        return try await codesIfNone(visit, session)
    }

    func removeAuthenticator(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        if try await proofs.factors.removeAuthenticator(of: session.user) {
            await trail.record(.authenticatorRemoved, visit, user: session.user)
            try await checks.notifier.tell(session.user, .authenticatorRemoved, except: session.id)
        }
        return .seeOther(routes.security.text)
    }

    func renewRecoveryCodes(_ visit: Visit) async throws -> Response {
        try await renewCodes(visit, try visit.requireSession())
    }

    private func renewCodes(_ visit: Visit, _ session: Session) async throws -> Response {
        guard try await proofs.factors.summary(of: session.user).hasSecondFactor else {
            return .seeOther(routes.security.text)
        }
        let codes = try await checks.renewedCodes(visit, session.user, session: session.id)
        // The notices that were due are gone with the change.
        let visit = await visit.again
        return unkept(
            Page(
                visit, title: visit.say(SecurityWording.codesTitle), back: routes.security.path, scripts: "codes.js"
            ) {
                RecoveryCodesPage(visit: visit, codes: codes, onward: routes.security.path)
            }.response())
    }

    /// Shows new recovery codes where the person has none, else returns to the page.
    private func codesIfNone(_ visit: Visit, _ session: Session) async throws -> Response {
        guard try await proofs.factors.summary(of: session.user).recoveryCodes == 0 else {
            return .seeOther(routes.security.text)
        }
        return try await renewCodes(visit, session)
    }

    /// The page that creates a passkey.
    func beginPasskey(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        let known = try await proofs.factors.summary(of: session.user).passkeys
        guard
            let prompt = visit.passkeyPrompt(
                making: session.user, alias: session.alias, name: session.name, known: known, session: session.id),
            let name = visit.passkeyName
        else { return .seeOther(routes.security.text) }
        return unkept(
            Page(
                visit, title: visit.say(SecurityWording.addPasskey), back: routes.security.path, scripts: "passkeys.js"
            ) {
                section(.class("sign-in")) {
                    p { visit.say(SecurityWording.makePasskey(name)) }
                    PasskeyForm(
                        visit: visit, prompt: prompt, action: routes.keepPasskey.path, words: PasskeyWording.make,
                        isNew: true
                    ) { input(.type("hidden"), .name(PasskeyNameField.name), .value(name)) }
                }
            }.response())
    }

    /// Stores the passkey that the page of `beginPasskey` created. That page required a fresh proof.
    func keepPasskey(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        do {
            try await checks.registerPasskey(
                visit, named: visit.passkeyName ?? visit.say(SecurityWording.passkeys), for: session.user,
                session: session.id)
        } catch let error as PasskeyError {
            return try await securityPage(visit, session, .passkey(error))
        }
        return try await codesIfNone(visit, session)
    }

    func removePasskey(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        guard let id = visit.request.form[PasskeyNameField.id].flatMap({ Base64URL.decode($0) }) else {
            throw Failure.badRequest
        }
        if try await proofs.factors.removePasskey(id, of: session.user) {
            await trail.record(.passkeyRemoved, visit, user: session.user)
            try await checks.notifier.tell(session.user, .passkeyRemoved, except: session.id)
        }
        return .seeOther(routes.security.text)
    }

    func renamePasskey(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        guard let id = visit.request.form[PasskeyNameField.id].flatMap({ Base64URL.decode($0) }),
            let name = visit.passkeyName
        else { throw Failure.badRequest }
        _ = try await proofs.factors.renamePasskey(id, of: session.user, to: name)
        return .seeOther(routes.security.text)
    }

    func forgetDevice(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        guard let id = visit.request.form[PasskeyNameField.id] else { throw Failure.badRequest }
        if try await proofs.factors.forgetDevices(of: session.user, id: id) {
            await trail.record(.deviceForgotten, visit, user: session.user)
        }
        return .seeOther(routes.security.text)
    }

    /// A page with a secret must not be stored by the browser.
    private func unkept(_ response: Response) -> Response {
        var response = response
        response.headers[.cacheControl] = "no-store"
        response.headers[.eTag] = nil
        return response
    }

    /// Marks the notices as seen, up to the newest that the page showed.
    func dismissNotices(_ visit: Visit) async throws -> Response {
        let form = visit.request.form
        if let session = visit.session, let token = SessionCookie.token(visit.request, policy) {
            guard let until = form[NoticeBar.untilField].flatMap({ Int64($0) }) else { throw Failure.badRequest }
            try await sessions.seeNotices(token, upTo: Timestamp(milliseconds: until))
            try await checks.notifier.tellStreams(of: session.user)
        }
        return .seeOther(form[NoticeBar.returnField].flatMap { Path($0) }?.description ?? routes.home.text)
    }
}
