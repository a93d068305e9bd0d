import Accounts
import Chat
import HTML
import HTTP
import Live

/// The pages on which admins of the site manage its people.
struct AccountsFeature: Sendable {
    let people: PeopleAdministration?
    let live: Live
    let ending: SessionEnding
    let deletion: AccountDeletion
    let policy: SitePolicy
    let trail: AuditTrail

    /// How many people a page shows, and how many of a search.
    static let pageSize = 50
    /// How many sessions of a person are shown. Ending all ends the others as well.
    static let maximumSessions = 50
    /// Who makes the changes, for the audit log.
    private static let reason = "by an admin"

    /// A page of all people by alias, or the first of those who match a query. Reads no more than it shows.
    func accounts(_ visit: Visit, _ parameters: AccountsParameters) async throws -> Response {
        let people = try managed()
        let query = SearchQuery(filter: parameters.query)
        // One more, to know whether there is another page.
        let limit = Self.pageSize + 1
        let found: [PeopleAdministration.Entry]
        if let query {
            found = try await people.entries(of: try await people.users.users(matching: query, limit: limit))
        } else {
            found = try await people.entries(after: parameters.after?.description, limit: limit)
        }
        let shown = Array(found.prefix(Self.pageSize))
        return Page(visit, title: visit.say(AccountsWording.title), back: routes.profile.path) {
            AccountsPage(
                visit: visit, query: parameters.query, isSearch: query != nil, entries: shown,
                hasMore: found.count > shown.count, notice: AccountNotice(visit.request.target.query))
        }.response()
    }

    func account(_ visit: Visit, _ user: UserID) async throws -> Response {
        try await page(visit, try await managed().entry(of: user), fault: nil)
    }

    func changeAccount(_ visit: Visit, _ user: UserID) async throws -> Response {
        let (people, session) = (try managed(), try visit.requireSession())
        // Before the form: who is unknown is 404, and gets no entry in the register.
        let entry = try await people.entry(of: user)
        guard let change = AccountChange(visit.request.form) else { throw Failure.badRequest }
        guard user != session.user || change.mayConcernOneself else { throw Failure.badRequest }
        switch change {
        case .rename(let name, let alias): return try await rename(visit, entry, name, alias)
        case .disable:
            // First, so that no session begins in between.
            let wasEnabled = try await people.register.disable(user)
            if wasEnabled { await record(.userDisabled, visit, user) }
            try await end(.all(of: user), visit, user)
            return done(.disabled, user)
        case .enable:
            if try await people.register.enable(user) { await record(.userEnabled, visit, user) }
            return done(.enabled, user)
        case .endSession(let id):
            try await end(.id(id, of: user), visit, user)
            return done(.ended, user)
        case .endAllSessions:
            try await end(.all(of: user), visit, user)
            return done(.ended, user)
        case .makeLink(let withFactors): return try await makeLink(visit, entry, withFactors: withFactors)
        case .delete(let withMessages):
            _ = try await people.register.disable(user)
            try await deletion.delete(user, withMessages: withMessages, Self.reason, visit)
            return .seeOther(routes.accounts().text + AccountNotice.deleted.query)
        }
    }

    private func rename(
        _ visit: Visit, _ entry: PeopleAdministration.Entry, _ typedName: String, _ typedAlias: String
    ) async throws -> Response {
        let renaming = Renaming(people: try managed(), live: live)
        switch try await renaming.rename(entry.user, to: typedName, alias: typedAlias) {
        case .refused(let fault, let status): return try await page(visit, entry, fault: fault, status)
        case .renamed(let aliases):
            await record(.accountRenamed, visit, entry.user.id, aliases)
            return done(.renamed, entry.user.id)
        }
    }

    /// The page with a link. Its token is shown once, and is not in the audit log.
    private func makeLink(
        _ visit: Visit, _ entry: PeopleAdministration.Entry, withFactors: Bool
    ) async throws -> Response {
        let (people, user) = (try managed(), entry.user)
        guard people.passwords != nil || withFactors else { throw Failure.badRequest }
        let (token, end) = try await people.links.make(
            withFactors ? .passwordAndFactors(of: user.id) : .password(of: user.id),
            by: try visit.requireSession().user, for: .seconds(OneTimeLinks.standardResetDays * 24 * 3_600))
        await record(.linkMade, visit, user.id, "for a new password\(withFactors ? " and factors" : "")")
        let address = (policy.origin(of: visit.request)?.description ?? "") + OneTimeLinkPath.path(of: token)
        var response = Page(
            visit, title: visit.say(AccountsWording.linkTitle), back: routes.account(user.id)
        ) {
            MadeLinkPage(visit: visit, user: user, address: address, endsAt: end)
        }.response()
        response.headers[.cacheControl] = "no-store"
        response.headers[.eTag] = nil
        return response
    }

    private func managed() throws(Failure) -> PeopleAdministration {
        guard let people else { throw .notFound }
        return people
    }

    private func end(_ selection: SessionSelection, _ visit: Visit, _ user: UserID) async throws {
        for ended in try await ending.end(selection) {
            await record(.sessionRevoked, visit, user, ended.id, method: ended.method)
        }
    }

    private func record(
        _ kind: AuditEvent.Kind, _ visit: Visit, _ user: UserID, _ detail: String? = nil,
        method: SignInMethodID? = nil
    ) async {
        await trail.record(
            kind, visit, user: user, actor: visit.session?.user, method: method,
            detail: Self.reason + (detail.map { ", \($0)" } ?? ""))
    }

    private func page(
        _ visit: Visit, _ entry: PeopleAdministration.Entry, fault: RenamingFault?, _ status: Status = .ok
    ) async throws -> Response {
        let (people, current) = (try managed(), try visit.requireSession())
        let sessions = try await people.sessions.sessions(of: entry.user.id)
        return Page(visit, title: entry.user.name, back: routes.accounts()) {
            ManagedAccountPage(
                visit: visit, entry: entry, sessions: Array(sessions.prefix(Self.maximumSessions)),
                hasMoreSessions: sessions.count > Self.maximumSessions, hasPasswords: people.passwords != nil,
                isOneself: entry.user.id == current.user, fault: fault,
                notice: AccountNotice(visit.request.target.query))
        }.response(status)
    }

    private func done(_ notice: AccountNotice, _ user: UserID) -> Response {
        .seeOther(routes.account(user).text + notice.query)
    }
}
