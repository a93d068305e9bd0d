import Accounts
import Chat

/// An operator's command on the accounts in a data folder; works whether or not the site is running.
enum AdminCommand: Equatable {
    case listSessions(of: PersonName?)
    case revokeSessions(of: PersonName)
    case revokeSession(id: String)
    case revokeAllSessions
    case listAccounts
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
        engawa accounts list | disable --user USER | enable --user USER | role --user USER [--role admin|member]
        engawa accounts reset-factors --user USER
        engawa audit [--user USER] [--since DATE] [--until DATE]
        """

    /// Parses the arguments after `sessions`, `accounts` or `audit`.
    ///
    /// - Returns: the command, and the remaining settings.
    static func parse(
        _ command: Command, _ arguments: some Collection<String>
    ) throws(ConfigurationError) -> (AdminCommand, settings: [String]) {
        let flags = try AdminFlags(arguments)
        // Each command takes its own flags and no other; a typo can't end all sessions.
        let parsed: AdminCommand? =
            switch (command, flags.verb, flags.user, flags.session, flags.role, flags.isAll) {
            // Only the audit log has times.
            case _ where flags.hasTimes && command != .audit: nil
            case (.sessions, "list", let user, nil, nil, false): .listSessions(of: user)
            case (.sessions, "revoke", let user?, nil, nil, false): .revokeSessions(of: user)
            case (.sessions, "revoke", nil, let id?, nil, false): .revokeSession(id: id)
            case (.sessions, "revoke", nil, nil, nil, true): .revokeAllSessions
            case (.accounts, "list", nil, nil, nil, false): .listAccounts
            case (.accounts, "disable", let user?, nil, nil, false): .disable(user)
            case (.accounts, "enable", let user?, nil, nil, false): .enable(user)
            case (.accounts, "role", let user?, nil, nil, false): .showRole(of: user)
            case (.accounts, "role", let user?, nil, let role?, false): .setRole(role, of: user)
            case (.accounts, "reset-factors", let user?, nil, nil, false): .resetFactors(of: user)
            case (.audit, _, let user, nil, nil, false): .showAudit(of: user, try flags.times())
            default: nil
            }
        guard let parsed else { throw ConfigurationError("usage:\n\(usage)") }
        return (parsed, flags.settings)
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

/// The flags of the operator's commands, separated from the settings.
private struct AdminFlags {
    private(set) var verb = ""
    private(set) var settings: [String] = []
    private(set) var user: PersonName?
    private(set) var session: String?
    private(set) var role: SiteRole?
    private(set) var isAll = false
    private var since: Timestamp?
    private var until: Timestamp?

    var hasTimes: Bool { since != nil || until != nil }

    /// The time from the beginning of the first day to the end of the last one; `nil` if neither was given.
    func times() throws(ConfigurationError) -> Range<Timestamp>? {
        guard hasTimes else { return nil }
        let begin = since ?? Timestamp(milliseconds: 0)
        let end = until?.adding(.seconds(24 * 3_600)) ?? Timestamp(milliseconds: .max)
        guard begin < end else { throw ConfigurationError("--since is later than --until") }
        return begin..<end
    }

    init(_ arguments: some Collection<String>) throws(ConfigurationError) {
        var arguments = Array(arguments)[...]
        if let first = arguments.first, !first.hasPrefix("-") {
            verb = first
            arguments = arguments.dropFirst()
        }
        while let argument = arguments.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                String($0)
            }
            switch parts[0] {
            case "--all" where parts.count == 1: isAll = true
            case "--user": user = try Self.value(parts, &arguments, "a user ID or an alias") { PersonName($0) }
            case "--session":
                session = try Self.value(parts, &arguments, "an id that `sessions list` shows") {
                    SessionToken.isID($0) ? $0 : nil
                }
            case "--since": since = try Self.value(parts, &arguments, Self.date, Self.day)
            case "--until": until = try Self.value(parts, &arguments, Self.date, Self.day)
            case "--role": role = try Self.value(parts, &arguments, "admin|member") { SiteRole(rawValue: $0) }
            default:
                settings.append(argument)
                // Skip the value of a setting.
                if parts.count == 1, let next = arguments.popFirst() { settings.append(next) }
            }
        }
    }

    private static let date = "a date such as 2026-11-23 (UTC)"

    private static func day(_ text: String) -> Timestamp? { Timestamp(iso8601: "\(text)T00:00:00Z") }

    private static func value<Value>(
        _ parts: [String], _ arguments: inout ArraySlice<String>, _ placeholder: String, _ parse: (String) -> Value?
    ) throws(ConfigurationError) -> Value {
        guard let text = parts.count == 2 ? parts[1] : arguments.popFirst() else {
            throw ConfigurationError("\(parts[0]) needs a value: \(placeholder)")
        }
        guard let value = parse(text) else {
            throw ConfigurationError("\(parts[0]): \"\(text)\" is not \(placeholder)")
        }
        return value
    }
}
