import Accounts
import Chat
import Cryptography
import HTML
import HTTP
import Live
import OpenID

extension Site {
    /// How long it counts that one has proven who one is.
    static let freshness = Duration.seconds(10 * 60)

    /// By what one can come in, and what else one may.
    func identities(_ visit: Visit) throws -> Response {
        let notice = visit.request.target.query["done"].flatMap { IdentitiesPage.Notice(rawValue: $0) }
        return try identities(visit, try visit.requireSession(), notice: notice.map { .init($0) })
    }

    /// Links, unlinks, or proves who one is, as the form asks.
    func changeIdentities(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        let form = visit.request.form
        if form["prove"] != nil { return try await prove(visit, session) }
        guard isFresh(session) else { return .seeOther(Path.identities.text) }
        if let method = form["link"].flatMap({ SignInMethodID($0) }) {
            return try await setOut(visit, to: method, on: .link(session: session.id), session)
        }
        guard let key = form["unlink"] else { throw Failure.badRequest }
        return try unlink(key, visit, session)
    }

    func isFresh(_ session: Session) -> Bool { parts.clock.now() < session.provenAt.adding(Self.freshness) }

    /// Takes back somebody who went to a provider for something else than signing in.
    func comeBack(
        _ visit: Visit, _ proof: Proof, _ transaction: SignInTransaction, on errand: Errand
    ) async throws -> Response {
        // The browser's own session, and the very one in which it set out: no other is changed by a link from elsewhere.
        guard let session = visit.session else {
            return .seeOther(Path.signIn(returnTo: LocalPath(.identities)).text)
        }
        guard session.id == errand.session else { throw Failure.foreignOrigin }
        switch errand {
        case .link: return try link(proof, visit, session)
        case .prove:
            let begun = transaction.expiresAt.adding(.zero - SignInTransaction.lifetime)
            guard proof.isSince(begun) else { return try identities(visit, session, notice: .fault(.notProven)) }
            return try await rise(proof, visit, session)
        }
    }

    /// Sets out for a provider in the name of the session.
    private func setOut(
        _ visit: Visit, to method: SignInMethodID, on errand: Errand, _ session: Session
    ) async throws -> Response {
        do {
            return try await setOut(
                visit, to: method, memo: errand.memo, returnPath: Path.identities.text, asksAgain: errand.asksAgain)
        } catch let error as SignInError {
            report(error, method, visit, user: session.user)
            return try identities(visit, session, notice: .failed(SignInWording(error)), error)
        }
    }

    private func link(_ proof: Proof, _ visit: Visit, _ session: Session) throws -> Response {
        // What came with it is of no use: the session goes on with its own.
        if let credential = proof.credential { try parts.sessions.giveBack(credential, of: proof.method) }
        guard isFresh(session), let identity = proof.identity else { return .seeOther(Path.identities.text) }
        do {
            try parts.identities.link(
                identity, to: session.user, method: proof.method, label: proof.profile.email ?? proof.profile.name)
        } catch Identities.LinkError.belongsToAnother {
            record(.signInRefused, visit, user: session.user, method: proof.method, detail: "linked to another")
            return try identities(visit, session, notice: .fault(.belongsToAnother), status: .conflict)
        }
        record(.identityLinked, visit, user: session.user, method: proof.method)
        return Self.done(.linked)
    }

    private func unlink(_ key: String, _ visit: Visit, _ session: Session) throws -> Response {
        let links = try parts.identities.links(of: session.user)
        guard let link = links.first(where: { $0.identity.key == key }) else { return .seeOther(Path.identities.text) }
        guard mayUnlink(link, of: links, session) else {
            return try identities(visit, session, notice: .fault(.lastWayIn), status: .conflict)
        }
        guard try parts.identities.unlink(link.identity, from: session.user) else {
            return .seeOther(Path.identities.text)
        }
        record(.identityUnlinked, visit, user: session.user, method: link.method)
        // Whoever came in by it elsewhere is out; the session that asks has proven itself.
        for other in try parts.sessions.sessions(of: session.user)
        where other.identity == link.identity && other.id != session.id {
            for ended in try parts.end(.id(other.id, of: session.user)) {
                record(
                    .sessionRevoked, visit, user: session.user, method: ended.method, detail: "unlinked, \(ended.id)")
            }
        }
        return Self.done(.unlinked)
    }

    /// Not the last way in: there is another link by a way that is open, or a way that needs none.
    func mayUnlink(_ link: Identities.Link, of links: [Identities.Link], _ session: Session) -> Bool {
        if session.identity == nil, isOpen(session.method) { return true }
        return links.contains { $0.identity != link.identity && isOpen($0.method) }
    }

    private func isOpen(_ method: SignInMethodID) -> Bool {
        method == .userID
            ? parts.methods.userID != nil
            : parts.methods.provider(method) != nil || parts.methods.password(method) != nil
    }

    /// Proves once more who one is, by the session's own way in.
    private func prove(_ visit: Visit, _ session: Session) async throws -> Response {
        if parts.methods.provider(session.method) != nil {
            return try await setOut(visit, to: session.method, on: .prove(session: session.id), session)
        }
        let form = SignInForm(visit.request.form)
        let proof: Proof
        do {
            proof = try await parts.attempts.attempt(at: form.user, from: visit.address) {
                () async throws(SignInError) in
                guard form.method == session.method else { throw .wrongCredentials }
                return try await prove(form, visit)
            }
        } catch {
            report(error, session.method, visit, user: session.user)
            return try identities(visit, session, notice: .failed(SignInWording(error, by: session.method)), error)
        }
        return try await rise(proof, visit, session)
    }

    /// Goes on under a new token, where the proof is the session's own person's.
    private func rise(_ proof: Proof, _ visit: Visit, _ session: Session) async throws -> Response {
        guard try await parts.resolver.user(of: proof)?.id == session.user,
            let token = SessionCookie.token(visit.request, parts.policy)
        else {
            if let credential = proof.credential { try parts.sessions.giveBack(credential, of: proof.method) }
            record(.signInRefused, visit, user: session.user, method: proof.method, detail: "proven by somebody else")
            return try identities(visit, session, notice: .fault(.notProven), status: .forbidden)
        }
        guard let risen = try parts.sessions.rise(token, proof) else { throw Failure.signedOut }
        parts.live.end(session: session.id)
        parts.upkeep.forget(session.id)
        record(.provenAgain, visit, user: session.user, method: session.method)
        var response = Self.done(.proven)
        response.headers.append(
            .setCookie, SessionCookie.setting(risen, isPersistent: session.isPersistent, parts.policy).serialized)
        return response
    }

    /// The page again, for somebody whose errand came to nothing. Whoever changed their mind is told nothing.
    func refused(_ error: SignInError, _ session: Session, _ visit: Visit) async -> Response {
        if case .provider(let error) = error, error.reason == .cancelledByPerson {
            return .seeOther(Path.identities.text)
        }
        do {
            return try identities(visit, session, notice: .failed(SignInWording(error)), error)
        } catch {
            let failure = Failure(error)
            report(failure, visit)
            return failure.page(visit)
        }
    }

    private static func done(_ notice: IdentitiesPage.Notice) -> Response {
        .seeOther("\(Path.identities.text)?done=\(notice.rawValue)")
    }

    private func identities(
        _ visit: Visit, _ session: Session, notice: IdentitiesPage.Line?, _ error: SignInError
    ) throws -> Response {
        var response = try identities(visit, session, notice: notice, status: error.status)
        if case .tooMany(let time) = error { response.headers[.retryAfter] = "\(time.retrySeconds)" }
        return response
    }

    private func identities(
        _ visit: Visit, _ session: Session, notice: IdentitiesPage.Line?, status: Status = .ok
    ) throws -> Response {
        let links = try parts.identities.links(of: session.user)
        return Page(visit, title: visit.say(IdentitiesWording.title), back: .profile) {
            IdentitiesPage(
                visit: visit, session: session,
                links: links.map { ($0, mayUnlink: mayUnlink($0, of: links, session)) },
                isFresh: isFresh(session), notice: notice)
        }.response(status)
    }
}

extension Identity {
    private static let keyDigits = 32

    /// What names it in a form of the person whose it is.
    var key: String {
        String(Hexadecimal.encode(SHA256.hash(Array("\(issuer)\0\(subject)".utf8))).prefix(Self.keyDigits))
    }
}

extension Proof {
    /// How far apart two machines' clocks may be.
    private static let leeway = Duration.seconds(60)

    /// Whether the person was asked again, as far as the provider says: some say nothing, and some say zero.
    fileprivate func isSince(_ moment: Timestamp) -> Bool {
        guard let authenticatedAt, authenticatedAt.milliseconds > 0 else { return true }
        return moment <= authenticatedAt.adding(Self.leeway)
    }
}
