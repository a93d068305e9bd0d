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
    case setRole(SiteRole, of: PersonName)
    case resetFactors(of: PersonName)
    case showAudit(of: PersonName?)

    static let usage = """
        engawa sessions list [--user USER]
        engawa sessions revoke --user USER | --session ID | --all
        engawa accounts list | disable --user USER | enable --user USER | role --user USER [--role admin|member]
        engawa accounts reset-factors --user USER
        engawa audit [--user USER]
        """

    /// Parses the arguments after `sessions`, `accounts` or `audit`.
    ///
    /// - Returns: the command, and the remaining settings.
    static func parse(
        _ command: Command, _ arguments: some Collection<String>
    ) throws(ConfigurationError) -> (AdminCommand, settings: [String]) {
        var flags = try AdminFlags(arguments)
        let verb = command == .audit ? "" : flags.verb
        let parsed: AdminCommand?
        switch (command, verb) {
        case (.sessions, "list"): parsed = .listSessions(of: flags.takeUser())
        case (.sessions, "revoke"): parsed = revocation(&flags)
        case (.accounts, "list"): parsed = .listAccounts
        case (.accounts, "disable"): parsed = flags.takeUser().map { .disable($0) }
        case (.accounts, "enable"): parsed = flags.takeUser().map { .enable($0) }
        case (.accounts, "role"):
            let role = flags.takeRole()
            parsed = flags.takeUser().map { .setRole(role, of: $0) }
        case (.accounts, "reset-factors"): parsed = flags.takeUser().map { .resetFactors(of: $0) }
        case (.audit, _): parsed = .showAudit(of: flags.takeUser())
        default: parsed = nil
        }
        guard let parsed, flags.isUsedUp else { throw ConfigurationError("usage:\n\(usage)") }
        return (parsed, flags.settings)
    }

    /// Requires exactly one of the three flags, so that a typo can't end all sessions.
    private static func revocation(_ flags: inout AdminFlags) -> AdminCommand? {
        let choices: [AdminCommand?] = [
            flags.takeUser().map { .revokeSessions(of: $0) }, flags.takeSession().map { .revokeSession(id: $0) },
            flags.takeAll() ? .revokeAllSessions : nil,
        ]
        let chosen = choices.compactMap { $0 }
        return chosen.count == 1 ? chosen[0] : nil
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
    private var user: PersonName?
    private var session: String?
    private var role: SiteRole?
    private var isAll = false

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
            case "--role": role = try Self.value(parts, &arguments, "admin|member") { SiteRole(rawValue: $0) }
            default:
                settings.append(argument)
                // Skip the value of a setting.
                if parts.count == 1, let next = arguments.popFirst() { settings.append(next) }
            }
        }
    }

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

    mutating func takeUser() -> PersonName? {
        defer { user = nil }
        return user
    }

    mutating func takeSession() -> String? {
        defer { session = nil }
        return session
    }

    mutating func takeAll() -> Bool {
        defer { isAll = false }
        return isAll
    }

    /// The role; `admin` by default.
    mutating func takeRole() -> SiteRole {
        defer { role = nil }
        return role ?? .admin
    }

    /// Whether all flags were used.
    var isUsedUp: Bool { user == nil && session == nil && role == nil && !isAll }
}
