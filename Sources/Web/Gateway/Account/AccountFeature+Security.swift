import Accounts
import Chat
import Cryptography
import HTML
import HTTP
import OneTimePasswords

extension AccountFeature {
    /// The page of one's factors.
    func security(_ visit: Visit) throws -> Response { try securityPage(visit, try visit.requireSession(), nil) }

    private func securityPage(_ visit: Visit, _ session: Session, _ fault: FactorFault?) throws -> Response {
        let factors = try proofs.factors.summary(of: session.user)
        var page = SecurityPage(visit: visit, factors: factors, unfit: visit.unfit)
        page.fault = fault
        return Page(visit, title: visit.say(SecurityWording.title), back: routes.profile.path) { page }
            .response(fault?.status ?? .ok)
    }

    func beginAuthenticator(_ visit: Visit) throws -> Response {
        try enrolmentPage(visit, try visit.requireSession(), nil)
    }

    private func enrolmentPage(_ visit: Visit, _ session: Session, _ fault: FactorFault?) throws -> Response {
        guard let secret = try checks.begunAuthenticator(of: session.user) else {
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
            return try enrolmentPage(visit, session, fault)
        }
        return try codesIfNone(visit, session)
    }

    func removeAuthenticator(_ visit: Visit) throws -> Response {
        let session = try visit.requireSession()
        if try proofs.factors.removeAuthenticator(of: session.user) {
            trail.record(.authenticatorRemoved, visit, user: session.user)
            try checks.tell(session.user, .authenticatorRemoved, except: session.id)
        }
        return .seeOther(routes.security.text)
    }

    func renewRecoveryCodes(_ visit: Visit) throws -> Response {
        try renewCodes(visit, try visit.requireSession())
    }

    private func renewCodes(_ visit: Visit, _ session: Session) throws -> Response {
        guard try proofs.factors.summary(of: session.user).hasSecondFactor else {
            return .seeOther(routes.security.text)
        }
        let codes = try checks.renewedCodes(visit, session.user, session: session.id)
        // What was due is told no more.
        let visit = visit.again
        return unkept(
            Page(visit, title: visit.say(SecurityWording.codesTitle), back: routes.security.path) {
                RecoveryCodesPage(visit: visit, codes: codes, onward: routes.security.path)
            }.response())
    }

    /// Who has a second factor now has recovery codes too.
    private func codesIfNone(_ visit: Visit, _ session: Session) throws -> Response {
        guard try proofs.factors.summary(of: session.user).recoveryCodes == 0 else {
            return .seeOther(routes.security.text)
        }
        return try renewCodes(visit, session)
    }

    /// The page on which the authenticator is asked.
    func beginPasskey(_ visit: Visit) throws -> Response {
        let session = try visit.requireSession()
        let known = try proofs.factors.summary(of: session.user).passkeys
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
                        visit: visit, prompt: prompt, action: routes.keepPasskey.path, words: .make, isNew: true
                    ) { input(.type("hidden"), .name(PasskeyNameField.name), .value(name)) }
                }
            }.response())
    }

    /// Takes what the authenticator made. The page that asked for it wanted a fresh proof.
    func keepPasskey(_ visit: Visit) throws -> Response {
        let session = try visit.requireSession()
        do {
            try checks.registerPasskey(
                visit, named: visit.passkeyName ?? visit.say(SecurityWording.passkeys), for: session.user,
                session: session.id)
        } catch let error as PasskeyError {
            return try securityPage(visit, session, .passkey(error))
        }
        return try codesIfNone(visit, session)
    }

    func removePasskey(_ visit: Visit) throws -> Response {
        let session = try visit.requireSession()
        guard let id = visit.request.form[PasskeyNameField.id].flatMap({ Base64URL.decode($0) }) else {
            throw Failure.badRequest
        }
        if try proofs.factors.removePasskey(id, of: session.user) {
            trail.record(.passkeyRemoved, visit, user: session.user)
            try checks.tell(session.user, .passkeyRemoved, except: session.id)
        }
        return .seeOther(routes.security.text)
    }

    func renamePasskey(_ visit: Visit) throws -> Response {
        let session = try visit.requireSession()
        guard let id = visit.request.form[PasskeyNameField.id].flatMap({ Base64URL.decode($0) }),
            let name = visit.passkeyName
        else { throw Failure.badRequest }
        _ = try proofs.factors.renamePasskey(id, of: session.user, to: name)
        return .seeOther(routes.security.text)
    }

    func forgetDevice(_ visit: Visit) throws -> Response {
        let session = try visit.requireSession()
        guard let id = visit.request.form[PasskeyNameField.id] else { throw Failure.badRequest }
        if try proofs.factors.forgetDevices(of: session.user, id: id) {
            trail.record(.deviceForgotten, visit, user: session.user)
        }
        return .seeOther(routes.security.text)
    }

    /// What holds a secret is kept by no browser.
    private func unkept(_ response: Response) -> Response {
        var response = response
        response.headers[.cacheControl] = "no-store"
        response.headers[.eTag] = nil
        return response
    }

    /// What one was told is seen, up to what the page showed.
    func dismissNotices(_ visit: Visit) throws -> Response {
        let form = visit.request.form
        if let session = visit.session, let token = SessionCookie.token(visit.request, policy) {
            guard let until = form[NoticeBar.untilField].flatMap({ Int64($0) }) else { throw Failure.badRequest }
            try sessions.seeNotices(token, upTo: Timestamp(milliseconds: until))
            try checks.tellStreams(of: session.user)
        }
        return .seeOther(form[NoticeBar.returnField].flatMap { Path($0) }?.description ?? routes.home.text)
    }
}
