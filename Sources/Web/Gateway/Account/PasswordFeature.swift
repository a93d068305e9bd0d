import Accounts
import Chat
import Cryptography
import HTML
import HTTP
import Live
import Logging

extension Visit {
    /// What changes the password with which the session began; `nil` where it began otherwise, or where passwords may
    /// not be typed.
    var passwordChange: (any PasswordChange)? {
        session.flatMap { methods.password($0.method) } as? any PasswordChange
    }
}

/// Changing the password with which a person signs in.
struct PasswordFeature: Sendable {
    let repositories: Repositories
    let live: Live
    let sessions: Sessions
    let attempts: AttemptGuard
    let proofs: ProofParts
    let credentialMonitor: CredentialMonitor
    let ending: SessionEnding
    let policy: SitePolicy
    let trail: AuditTrail
    let log: Logger

    /// Shows the form where nothing is filled in yet, else changes the password.
    func changePassword(_ visit: Visit) async throws -> Response {
        guard let changer = visit.passwordChange else { throw Failure.notFound }
        let session = try visit.requireSession()
        let form = NewPasswordForm(visit.request.form)
        guard !form.isEmpty else { return page(visit, nil) }
        do throws(PasswordFault) {
            return try await change(visit, session, form, changer)
        } catch {
            return page(visit, error)
        }
    }

    private func change(
        _ visit: Visit, _ session: Session, _ form: NewPasswordForm, _ changer: any PasswordChange
    ) async throws(PasswordFault) -> Response {
        let new = try form.newPassword()
        guard let token = SessionCookie.token(visit.request, policy) else { throw .failed(.signedOut) }
        do {
            guard let holder = try await sessions.holder(id: session.id) else { throw Failure.signedOut }
            let user = try await visit.currentUser(in: repositories.users)
            let credential = try await changed(visit, session, form.current, new, holder.credential, changer)
            // The session gets a new id, as after each change of privilege; sessions begun with the old password end.
            let proof = Proof(.user(user), by: session.method, credential: credential)
            guard let steppedUp = try await sessions.stepUp(token, proof) else { throw Failure.signedOut }
            credentialMonitor.forget(session.id)
            live.end(session: session.id)
            return try await finish(visit, session, steppedUp)
        } catch let fault as PasswordFault {
            throw fault
        } catch {
            throw .failed(Failure(error))
        }
    }

    /// - Returns: the new credential for the backend.
    private func changed(
        _ visit: Visit, _ session: Session, _ current: Secret, _ new: Password, _ credential: Credential,
        _ changer: any PasswordChange
    ) async throws(PasswordFault) -> Credential {
        // A stolen session must not allow faster guessing of the password than the sign-in page does.
        let account = SignInForm.account(session.alias, by: session.method)
        let attempted = await attempts.attempt(at: account, from: visit.address) {
            () async -> AttemptOutcome<Credential, PasswordError> in
            guard let current = Password(current.revealed) else {
                return .failed(PasswordError(.wrongCredentials, during: .change))
            }
            return await changer.attempt(current, to: new, credential, from: visit.address)
        }
        switch attempted {
        case .made(.success(let credential)): return credential
        case .made(.failure(let error)):
            let fault = PasswordFault(error)
            if case .wrongPassword = fault {
                await trail.record(.passwordChangeRefused, visit, user: session.user, method: session.method)
            }
            throw fault
        case .wait(let time):
            await trail.record(.passwordChangeRefused, visit, user: session.user, method: session.method)
            throw .tooMany(time)
        }
    }

    private func finish(_ visit: Visit, _ session: Session, _ steppedUp: SteppedUpSession) async throws -> Response {
        await trail.record(.passwordChanged, visit, user: session.user, method: session.method)
        for ended in try await ending.end(.all(of: session.user, except: steppedUp.token.sessionID)) {
            await trail.record(
                .sessionRevoked, visit, user: session.user, method: ended.method,
                detail: "password changed, \(ended.id)")
        }
        // Remembered browsers were trusted by someone who knew the old password.
        _ = try await proofs.factors.forgetDevices(of: session.user)
        var response = Response.seeOther("\(routes.sessions.text)?password")
        response.headers.append(
            .setCookie,
            SessionCookie.setting(steppedUp.token, isPersistent: steppedUp.isPersistent, policy).serialized)
        return response
    }

    private func page(_ visit: Visit, _ fault: PasswordFault?) -> Response {
        if case .failed(let failure)? = fault {
            log.report(failure, visit)
            return failure.page(visit)
        }
        var response = Page(visit, title: visit.say(PasswordWording.title), back: routes.profile.path) {
            PasswordPage(visit: visit, fault: fault)
        }.response(fault?.status ?? .ok)
        response.headers[.cacheControl] = "no-store"
        if case .tooMany(let time)? = fault { response.headers[.retryAfter] = "\(time.retrySeconds)" }
        return response
    }
}
