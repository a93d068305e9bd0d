import Accounts
import Chat

/// The flags of the operator's commands, separated from the settings.
struct AdminFlags {
    enum Flag: String, CaseIterable {
        case user, session, role, alias, name, days, since, until
        case all, factors, messages
        case passwordStdin = "password-stdin"

        /// What the value is; `nil` for a flag without a value.
        var placeholder: String? {
            switch self {
            case .user: "a user ID or an alias"
            case .session: "an id that `sessions list` shows"
            case .role: "admin|member"
            case .alias: "3 to 30 of a-z, 0-9 and ._-, such as bob.jones"
            case .name: "a name of at most \(DisplayName.maximumCharacters) characters"
            case .days: "a number of days, \(OneTimeLinks.days.lowerBound) to \(OneTimeLinks.days.upperBound)"
            case .since, .until: "a date such as 2026-11-23 (UTC)"
            case .all, .factors, .messages, .passwordStdin: nil
            }
        }
    }

    private(set) var verb = ""
    private(set) var settings: [String] = []
    private(set) var user: PersonName?
    private(set) var session: String?
    private(set) var role: SiteRole?
    private(set) var alias: Alias?
    private(set) var name: DisplayName?
    private(set) var days: Int?
    private var since: Timestamp?
    private var until: Timestamp?
    private var given: Set<Flag> = []

    /// Whether exactly these flags are given.
    func are(_ flags: Set<Flag>) -> Bool { given == flags }

    /// Whether no other flags are given.
    func are(within flags: Set<Flag>) -> Bool { given.isSubset(of: flags) }

    func has(_ flag: Flag) -> Bool { given.contains(flag) }

    /// The time from the beginning of the first day to the end of the last one; `nil` if neither was given.
    func times() throws(ConfigurationError) -> Range<Timestamp>? {
        guard since != nil || until != nil else { return nil }
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
            guard let flag = Self.flag(parts) else {
                settings.append(argument)
                // Skip the value of a setting.
                if parts.count == 1, let next = arguments.popFirst() { settings.append(next) }
                continue
            }
            given.insert(flag)
            if let placeholder = flag.placeholder { try take(flag, parts, &arguments, placeholder) }
        }
    }

    private static func flag(_ parts: [String]) -> Flag? {
        guard let flag = Flag.allCases.first(where: { parts[0] == "--\($0.rawValue)" }) else { return nil }
        // A flag without a value takes none.
        return flag.placeholder == nil && parts.count > 1 ? nil : flag
    }

    private mutating func take(
        _ flag: Flag, _ parts: [String], _ arguments: inout ArraySlice<String>, _ placeholder: String
    ) throws(ConfigurationError) {
        guard let text = parts.count == 2 ? parts[1] : arguments.popFirst() else {
            throw ConfigurationError("\(parts[0]) needs a value: \(placeholder)")
        }
        guard set(flag, text) else { throw ConfigurationError("\(parts[0]): \"\(text)\" is not \(placeholder)") }
    }

    /// - Returns: whether the value is valid.
    private mutating func set(_ flag: Flag, _ text: String) -> Bool {
        func keep<Value>(_ place: inout Value?, _ value: Value?) -> Bool {
            place = value
            return value != nil
        }
        switch flag {
        case .user: return keep(&user, PersonName(text))
        case .session: return keep(&session, SessionToken.isID(text) ? text : nil)
        case .role: return keep(&role, SiteRole(rawValue: text))
        case .alias: return keep(&alias, Alias(text.lowercased()))
        case .name: return keep(&name, DisplayName(text))
        case .days: return keep(&days, Int(text).flatMap { OneTimeLinks.days.contains($0) ? $0 : nil })
        case .since: return keep(&since, Self.day(text))
        case .until: return keep(&until, Self.day(text))
        case .all, .factors, .messages, .passwordStdin: return true
        }
    }

    private static func day(_ text: String) -> Timestamp? { Timestamp(iso8601: "\(text)T00:00:00Z") }
}
