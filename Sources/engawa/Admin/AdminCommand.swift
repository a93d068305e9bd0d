import Accounts
import Chat

/// An operator's command on the accounts in a data folder; works whether or not the site is running.
enum AdminCommand: Equatable {
    case listSessions(of: PersonName?)
    case revokeSessions(of: PersonName)
    case revokeSession(id: String)
    case revokeAllSessions
    case listAccounts
    case create(NewUser, SiteRole, readsPassword: Bool)
    case invite(SiteRole, days: Int)
    case rename(PersonName, to: DisplayName?, alias: Alias?)
    case resetPassword(of: PersonName)
    case makeResetLink(of: PersonName, withFactors: Bool, days: Int)
    case export(PersonName)
    case delete(PersonName, withMessages: Bool)
    case disable(PersonName)
    case enable(PersonName)
    case showRole(of: PersonName)
    case setRole(SiteRole, of: PersonName)
    case resetFactors(of: PersonName)
    /// The newest lines; with a time, all of that time.
    case showAudit(of: PersonName?, Range<Timestamp>?)

    static let usage = """
        engawa sessions list [--user USER]
        engawa sessions revoke --user USER | --session ID | --all
        engawa accounts list
        engawa accounts create --alias ALIAS --name NAME [--role admin|member] [--password-stdin]
        engawa accounts invite [--role admin|member] [--days 1…30]
        engawa accounts rename --user USER [--name NAME] [--alias ALIAS]
        engawa accounts reset-password --user USER [--factors] [--days 1…30] | --user USER --password-stdin
        engawa accounts reset-factors --user USER
        engawa accounts export --user USER
        engawa accounts delete --user USER [--messages]
        engawa accounts disable --user USER | enable --user USER | role --user USER [--role admin|member]
        engawa audit [--user USER] [--since DATE] [--until DATE]
        """

    /// Parses the arguments after `sessions`, `accounts` or `audit`.
    ///
    /// - Returns: the command, and the remaining settings.
    static func parse(
        _ command: Command, _ arguments: some Collection<String>
    ) throws(ConfigurationError) -> (AdminCommand, settings: [String]) {
        let flags = try AdminFlags(arguments)
        let parsed: AdminCommand? =
            switch command {
            case .sessions: session(flags)
            case .accounts: account(flags)
            case .audit where flags.are(within: [.user, .since, .until]):
                .showAudit(of: flags.user, try flags.times())
            default: nil
            }
        guard let parsed else { throw ConfigurationError("usage:\n\(usage)") }
        return (parsed, flags.settings)
    }

    // Each command takes its own flags and no other; a typo can't end all sessions.
    private static func session(_ flags: AdminFlags) -> AdminCommand? {
        switch (flags.verb, flags.user, flags.session) {
        case ("list", let user, _) where flags.are(within: [.user]): .listSessions(of: user)
        case ("revoke", let user?, _) where flags.are([.user]): .revokeSessions(of: user)
        case ("revoke", _, let id?) where flags.are([.session]): .revokeSession(id: id)
        case ("revoke", _, _) where flags.are([.all]): .revokeAllSessions
        default: nil
        }
    }

    private static func account(_ flags: AdminFlags) -> AdminCommand? {
        switch flags.verb {
        case "list" where flags.are([]): return .listAccounts
        case "create" where flags.are(within: [.alias, .name, .role, .passwordStdin]):
            guard let alias = flags.alias, let name = flags.name else { return nil }
            return .create(
                NewUser(alias: alias, name: name, avatarURL: nil), flags.role ?? .member,
                readsPassword: flags.has(.passwordStdin))
        case "invite" where flags.are(within: [.role, .days]):
            return .invite(flags.role ?? .member, days: flags.days ?? OneTimeLinks.standardInvitationDays)
        default: return flags.user.flatMap { account(flags, $0) }
        }
    }

    private static func account(_ flags: AdminFlags, _ user: PersonName) -> AdminCommand? {
        switch flags.verb {
        case "rename" where flags.are(within: [.user, .name, .alias]) && !flags.are([.user]):
            .rename(user, to: flags.name, alias: flags.alias)
        case "reset-password" where flags.are([.user, .passwordStdin]): .resetPassword(of: user)
        case "reset-password" where flags.are(within: [.user, .factors, .days]):
            .makeResetLink(
                of: user, withFactors: flags.has(.factors), days: flags.days ?? OneTimeLinks.standardResetDays)
        case "export" where flags.are([.user]): .export(user)
        case "delete" where flags.are(within: [.user, .messages]):
            .delete(user, withMessages: flags.has(.messages))
        case "disable" where flags.are([.user]): .disable(user)
        case "enable" where flags.are([.user]): .enable(user)
        case "role" where flags.are(within: [.user, .role]):
            flags.role.map { .setRole($0, of: user) } ?? .showRole(of: user)
        case "reset-factors" where flags.are([.user]): .resetFactors(of: user)
        default: nil
        }
    }
}

/// A person, by id or alias.
enum PersonName: Equatable, CustomStringConvertible {
    case id(UserID)
    case alias(Alias)

    init?(_ text: String) {
        if let id = UserID(text.lowercased()) {
            self = .id(id)
        } else if let alias = Alias(text.lowercased()) {
            self = .alias(alias)
        } else {
            return nil
        }
    }

    var description: String {
        switch self {
        case .id(let id): id.description
        case .alias(let alias): alias.description
        }
    }
}
