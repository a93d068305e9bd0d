import Accounts
import Chat
import Passwords

/// Runs the operator's commands on the accounts of an installation.
///
/// A site that uses the same databases notices within a second: ended sessions are rejected and their streams closed, and
/// names and messages are read again.
struct Admin {
    let configuration: Configuration
    let persons: PersonFinder
    let sessions: Sessions
    let register: AccountRegister
    let factors: Factors
    let identities: Identities
    let links: OneTimeLinks
    let audit: AuditLog
    let clock: Clock
    /// The chat, if it is in this installation.
    let chat: StoredChat?
    let passwords: PasswordStore?

    init(_ configuration: Configuration, _ stores: AdminStores) {
        self.configuration = configuration
        (audit, chat, passwords, clock) = (stores.audit, stores.chat, stores.passwords, stores.clock)
        sessions = Sessions(stores.accounts, vault: stores.vault, clock: clock)
        register = AccountRegister(stores.accounts, clock: clock)
        factors = Factors(stores.accounts, vault: stores.vault, clock: clock)
        identities = Identities(stores.accounts, clock: clock)
        links = OneTimeLinks(stores.accounts, clock: clock)
        persons = PersonFinder(configuration: configuration, chat: chat?.repositories.users, sessions: sessions)
    }

    /// - Parameter write: takes the output for the operator.
    func run(_ command: AdminCommand, _ write: (String) -> Void) async throws {
        switch command {
        case .listAccounts: try await listAccounts(write)
        case .export(let name): try await export(try await persons.find(name), write)
        default: write(try await output(of: command))
        }
    }

    private func output(of command: AdminCommand) async throws -> String {
        switch command {
        case .listSessions(let name):
            if let user = try await persons.find(name) { return table(try await sessions.sessions(of: user)) }
            return table(try await sessions.all())
        case .revokeSessions(let name):
            return try await revoke(.all(of: try await persons.find(name)))
        case .revokeSession(let id):
            guard let session = try await sessions.all().first(where: { $0.id == id }) else { return Self.ended(0) }
            return try await revoke(.id(id, of: session.user))
        case .revokeAllSessions: return try await revoke(.everything)
        case .create(let new, let role, let readsPassword):
            return try await create(new, role, readsPassword: readsPassword)
        case .invite(let role, let days): return try await invite(role, days: days)
        case .rename(let name, let new, let alias):
            return try await rename(try await persons.find(name), to: new, alias: alias)
        case .resetPassword(let name): return try await resetPassword(of: try await persons.find(name))
        case .makeResetLink(let name, let withFactors, let days):
            return try await makeResetLink(of: try await persons.find(name), withFactors: withFactors, days: days)
        case .delete(let name, let withMessages):
            return try await delete(try await persons.find(name), withMessages: withMessages)
        case .disable(let name): return try await disable(try await persons.find(name))
        case .enable(let name): return try await enable(try await persons.find(name))
        case .showRole(let name):
            let user = try await persons.find(name)
            return Self.role(try await register.account(of: user).role, of: user)
        case .setRole(let role, let name): return try await set(role, of: try await persons.find(name))
        case .resetFactors(let name): return try await resetFactors(of: try await persons.find(name))
        case .showAudit(let name, let times?):
            return events(try await audit.lines(of: times, about: try await persons.find(name)))
        case .showAudit(let name, nil):
            return events(try await audit.newest(AuditLog.maximumLines, about: try await persons.find(name)))
        case .listAccounts, .export: preconditionFailure("written a part at a time")
        }
    }

    func revoke(_ selection: SessionSelection) async throws -> String {
        let ended = try await sessions.end(selection)
        try await record(ended)
        return Self.ended(ended.count)
    }

    func record(_ ended: [EndedSession]) async throws {
        for session in ended {
            try await record(
                .sessionRevoked, session.user, method: session.method.description, "by the operator, \(session.id)")
        }
    }

    /// Disables before revoking, so that no session can begin in between.
    private func disable(_ user: UserID) async throws -> String {
        if try await register.disable(user) { try await record(.userDisabled, user, "by the operator") }
        return "\(user) is disabled\n" + (try await revoke(.all(of: user)))
    }

    private func enable(_ user: UserID) async throws -> String {
        if try await register.enable(user) { try await record(.userEnabled, user, "by the operator") }
        return "\(user) may sign in\n"
    }

    private func set(_ role: SiteRole, of user: UserID) async throws -> String {
        let old = try await register.set(role, of: user)
        if old != role {
            try await record(.roleChanged, user, "by the operator, from \(old.rawValue) to \(role.rawValue)")
        }
        return Self.role(role, of: user)
    }

    private static func role(_ role: SiteRole, of user: UserID) -> String {
        "\(user) is \(role == .admin ? "an admin" : "a member")\n"
    }

    /// For a person who has lost all factors. Ends their sessions as well, which an attacker may hold.
    private func resetFactors(of user: UserID) async throws -> String {
        let hadAny = try await factors.reset(user)
        if hadAny { try await record(.factorsReset, user, "by the operator") }
        return "\(user) \(hadAny ? "has no second factor any more" : "had no second factor")\n"
            + (try await revoke(.all(of: user)))
    }

    func record(
        _ kind: AuditEvent.Kind, _ user: UserID?, method: String? = nil, _ detail: String
    ) async throws {
        try await audit.append(AuditEvent(kind, at: clock.now(), user: user, method: method, detail: detail))
    }

    static func ended(_ count: Int) -> String { "\(count) session\(count == 1 ? "" : "s") ended\n" }

    private func table(_ sessions: [Session]) -> String {
        Table(
            ["SESSION", "USER", "ALIAS", "METHOD", "ADDRESS", "SIGNED IN", "LAST USED", "DEVICE"],
            sessions.map {
                [
                    $0.id, $0.user.description, $0.alias, $0.method.description, $0.address, $0.signedInAt.iso8601,
                    $0.lastUsedAt.iso8601, $0.device,
                ]
            }
        ).text
    }

    private func events(_ events: [AuditEvent]) -> String {
        Table(
            ["TIME", "WHAT", "USER", "BY", "METHOD", "ADDRESS", "DETAIL"],
            events.map {
                [
                    $0.moment.iso8601, $0.kind.rawValue, $0.user?.description, $0.actor?.description, $0.method,
                    $0.address, $0.detail,
                ]
            }
        ).text
    }
}
