import Accounts
import Chat
import Cryptography
import HTML
import HTTP
import Live
import OpenID

extension AccountFeature {
    /// By what one can come in, and what else one may.
    func identities(_ visit: Visit) throws -> Response {
        let notice = visit.request.target.query["done"].flatMap { IdentitiesPage.Notice(rawValue: $0) }
        return try identities(visit, try visit.requireSession(), notice: notice.map { .init($0) })
    }

    /// Links or unlinks, as the form asks.
    func changeIdentities(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        let form = visit.request.form
        if let method = form["link"].flatMap({ SignInMethodID($0) }) {
            return try await setOut(visit, to: method, on: Errand(session: session.id), session)
        }
        guard let key = form["unlink"] else { throw Failure.badRequest }
        return try unlink(key, visit, session)
    }

    /// Takes back somebody who went to a provider to come in by that as well.
    func comeBack(_ visit: Visit, _ proof: Proof, on errand: Errand) throws -> Response {
        // The browser's own session, and the very one in which it set out: no other is changed by a link from elsewhere.
        guard let session = visit.session else {
            return .seeOther(routes.signIn(returnTo: routes.identities.path).text)
        }
        guard session.id == errand.session else { throw Failure.foreignOrigin }
        return try link(proof, visit, session)
    }

    /// Sets out for a provider in the name of the session.
    private func setOut(
        _ visit: Visit, to method: SignInMethodID, on errand: Errand, _ session: Session
    ) async throws -> Response {
        do {
            return try await signIn.setOut(
                visit, to: method, memo: errand.memo, returnPath: routes.identities.text)
        } catch let error as SignInError {
            trail.report(error, method, visit, user: session.user)
            return try identities(visit, session, notice: .failed(SignInWording(error)), error)
        }
    }

    private func link(_ proof: Proof, _ visit: Visit, _ session: Session) throws -> Response {
        // What came with it is of no use: the session goes on with its own.
        if let credential = proof.credential { try sessions.queueRevocation(of: credential, by: proof.method) }
        guard visit.isFresh(session), let identity = proof.identity else { return .seeOther(routes.identities.text) }
        do {
            try identities.link(
                identity, to: session.user, method: proof.method, label: proof.profile.email ?? proof.profile.name)
        } catch Identities.LinkError.belongsToAnother {
            trail.record(.signInRefused, visit, user: session.user, method: proof.method, detail: "linked to another")
            return try identities(visit, session, notice: .fault(.belongsToAnother), status: .conflict)
        }
        trail.record(.identityLinked, visit, user: session.user, method: proof.method)
        return Self.done(.linked)
    }

    private func unlink(_ key: String, _ visit: Visit, _ session: Session) throws -> Response {
        let links = try identities.links(of: session.user)
        guard let link = links.first(where: { $0.identity.key == key }) else {
            return .seeOther(routes.identities.text)
        }
        guard mayUnlink(link, of: links, session) else {
            return try identities(visit, session, notice: .fault(.lastWayIn), status: .conflict)
        }
        // Whoever came in by it elsewhere is out; the session that asks has proven itself.
        guard let ended = try ending.unlink(link.identity, from: session.user, in: session.id) else {
            return .seeOther(routes.identities.text)
        }
        trail.record(.identityUnlinked, visit, user: session.user, method: link.method)
        for other in ended {
            trail.record(
                .sessionRevoked, visit, user: session.user, method: other.method, detail: "unlinked, \(other.id)")
        }
        if credentialMonitor.isNeeded { Task { await keeper.giveBack() } }
        return Self.done(.unlinked)
    }

    /// Not the last way in: there is another link by a way that is open, or a way that needs none.
    func mayUnlink(_ link: Identities.Link, of links: [Identities.Link], _ session: Session) -> Bool {
        if session.identity == nil, isOpen(session.method) { return true }
        return links.contains { $0.identity != link.identity && isOpen($0.method) }
    }

    private func isOpen(_ method: SignInMethodID) -> Bool {
        method == .userID
            ? methods.userID != nil
            : methods.provider(method) != nil || methods.password(method) != nil
    }

    /// The page again, for somebody whose errand came to nothing. Whoever changed their mind is told nothing.
    func refused(_ error: SignInError, _ session: Session, _ visit: Visit) -> Response {
        if case .provider(let error) = error, error.reason == .cancelledByPerson {
            return .seeOther(routes.identities.text)
        }
        do {
            return try identities(visit, session, notice: .failed(SignInWording(error)), error)
        } catch {
            let failure = Failure(error)
            log.report(failure, visit)
            return failure.page(visit)
        }
    }

    private static func done(_ notice: IdentitiesPage.Notice) -> Response {
        .seeOther("\(routes.identities.text)?done=\(notice.rawValue)")
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
        let links = try identities.links(of: session.user)
        return Page(visit, title: visit.say(IdentitiesWording.title), back: routes.profile.path) {
            IdentitiesPage(
                visit: visit,
                links: links.map { ($0, mayUnlink: mayUnlink($0, of: links, session)) },
                notice: notice)
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
