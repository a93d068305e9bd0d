/// A command of the program.
enum Command: String, CaseIterable {
    case serve
    case backend
    case record
    case healthcheck
    case sessions
    case accounts
    case audit
    case backup
    case restore
    case check
    case store
    case certificate
    case help
    case version = "--version"

    /// Parses the command line without the program's name; the default is `serve`.
    ///
    /// - Returns: the command and its arguments; those of `help` are the command that is asked about, if any.
    static func parse(_ arguments: [String]) throws(ConfigurationError) -> (Command, ArraySlice<String>) {
        let first = arguments.first
        if first == help.rawValue { return (.help, arguments.dropFirst().prefix(1)) }
        if arguments.contains("--help") || arguments.contains("-h") {
            return (.help, arguments.prefix(first?.hasPrefix("-") == false ? 1 : 0))
        }
        if arguments.contains(version.rawValue) { return (.version, []) }
        guard let first, !first.hasPrefix("-") else { return (.serve, arguments[...]) }
        return (try named(first), arguments.dropFirst())
    }

    static func named(_ name: String) throws(ConfigurationError) -> Command {
        guard let command = Command(rawValue: name == "account" ? accounts.rawValue : name) else {
            let names = allCases.map(\.rawValue).joined(separator: ", ")
            throw ConfigurationError("\"\(name)\" is not a command, which is one of \(names); see `engawa help`")
        }
        return command
    }
}
