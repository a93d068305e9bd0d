import Accounts
import Chat
import Cryptography
import HTML
import HTTP
import Logging
import OpenID

/// The sign-in methods that are linked to a person.
struct IdentitiesFeature: Sendable {
    let identities: Identities
    let sessions: Sessions
    let methods: SignInMethods
    let departure: ProviderDeparture
    let ending: SessionEnding
    let credentialMonitor: CredentialMonitor
    let credentialMaintenance: CredentialMaintenance
    let trail: AuditTrail
    let log: Logger

    /// The page of the sign-in methods that are linked to the person.
    func identities(_ visit: Visit) async throws -> Response {
        let notice = visit.request.target.query["done"].flatMap { IdentitiesPage.Notice(rawValue: $0) }
        return try await identities(visit, try visit.requireSession(), notice: notice.map { .init($0) })
    }

    /// Links or unlinks, as the form asks.
    func changeIdentities(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        let form = visit.request.form
        if let method = form["link"].flatMap({ SignInMethodID($0) }) {
            return try await setOut(visit, to: method, on: LinkRequest(session: session.id), session)
        }
        guard let key = form["unlink"] else { throw Failure.badRequest }
        return try await unlink(key, visit, session)
    }

    /// Handles the return from a provider that is to be linked.
    func comeBack(_ visit: Visit, _ proof: Proof, on linkRequest: LinkRequest) async throws -> Response {
        // It must be the session in which the browser left, so that a link from elsewhere can't change another
        // session.
        guard let session = visit.session else {
            return .seeOther(routes.signIn(returnTo: routes.identities.path).text)
        }
        guard session.id == linkRequest.session else { throw Failure.foreignOrigin }
        return try await link(proof, visit, session)
    }

    /// Sends the browser to a provider, to link it to the session's person.
    private func setOut(
        _ visit: Visit, to method: SignInMethodID, on linkRequest: LinkRequest, _ session: Session
    ) async throws -> Response {
        do {
            return try await departure.begin(
                visit, to: method, memo: linkRequest.memo, returnPath: routes.identities.text)
        } catch let error as SignInError {
            await trail.report(error, method, visit, user: session.user)
            return try await identities(visit, session, notice: .fault(SignInWording.failure(error)), error)
        }
    }

    private func link(_ proof: Proof, _ visit: Visit, _ session: Session) async throws -> Response {
        // The new credential is not needed: the session keeps its own.
        if let credential = proof.credential { try await sessions.queueRevocation(of: credential, by: proof.method) }
        guard visit.isFresh(session), let identity = proof.identity else { return .seeOther(routes.identities.text) }
        do {
            try await identities.link(
                identity, to: session.user, method: proof.method, label: proof.profile.email ?? proof.profile.name)
        } catch Identities.LinkError.belongsToAnother {
            await trail.record(
                .signInRefused, visit, user: session.user, method: proof.method, detail: "linked to another")
            return try await identities(
                visit, session, notice: .fault(IdentitiesWording.belongsToAnother), status: .conflict)
        }
        await trail.record(.identityLinked, visit, user: session.user, method: proof.method)
        return Self.done(.linked)
    }

    private func unlink(_ key: String, _ visit: Visit, _ session: Session) async throws -> Response {
        let links = try await identities.links(of: session.user)
        guard let link = links.first(where: { $0.identity.key == key }) else {
            return .seeOther(routes.identities.text)
        }
        guard mayUnlink(link, of: links, session) else {
            return try await identities(visit, session, notice: .fault(IdentitiesWording.lastWayIn), status: .conflict)
        }
        // Ends other sessions that were begun with it. The session of the request has a fresh proof.
        guard let ended = try await ending.unlink(link.identity, from: session.user, in: session.id) else {
            return .seeOther(routes.identities.text)
        }
        await trail.record(.identityUnlinked, visit, user: session.user, method: link.method)
        for other in ended {
            await trail.record(
                .sessionRevoked, visit, user: session.user, method: other.method, detail: "unlinked, \(other.id)")
        }
        if credentialMonitor.isNeeded { Task { await credentialMaintenance.revokeCredentials() } }
        return Self.done(.unlinked)
    }

    /// Whether the person can still sign in without this link: by another link, or by a method that needs none.
    func mayUnlink(_ link: Identities.Link, of links: [Identities.Link], _ session: Session) -> Bool {
        if session.identity == nil, isOpen(session.method) { return true }
        return links.contains { $0.identity != link.identity && isOpen($0.method) }
    }

    private func isOpen(_ method: SignInMethodID) -> Bool {
        method == .userID
            ? methods.userID != nil
            : methods.provider(method) != nil || methods.password(method) != nil
    }

    /// The page with the error of linking. A request that the person cancelled is shown no error.
    func refused(_ error: SignInError, _ session: Session, _ visit: Visit) async -> Response {
        if case .provider(let error) = error, error.reason == .cancelledByPerson {
            return .seeOther(routes.identities.text)
        }
        do {
            return try await identities(visit, session, notice: .fault(SignInWording.failure(error)), error)
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
    ) async throws -> Response {
        var response = try await identities(visit, session, notice: notice, status: error.status)
        if case .tooMany(let time) = error { response.headers[.retryAfter] = "\(time.retrySeconds)" }
        return response
    }

    private func identities(
        _ visit: Visit, _ session: Session, notice: IdentitiesPage.Line?, status: Status = .ok
    ) async throws -> Response {
        let links = try await identities.links(of: session.user)
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

    /// A key for forms, which does not reveal issuer and subject.
    var key: String {
        String(Hexadecimal.encode(SHA256.hash(Array("\(issuer)\0\(subject)".utf8))).prefix(Self.keyDigits))
    }
}
