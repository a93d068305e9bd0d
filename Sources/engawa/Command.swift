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
    case certificate
    case help = "--help"
    case version = "--version"

    /// Parses the command line without the program's name; the default is `serve`.
    ///
    /// - Returns: the command and its arguments.
    static func parse(_ arguments: [String]) throws(ConfigurationError) -> (Command, ArraySlice<String>) {
        if arguments.contains("--help") || arguments.contains("-h") || arguments.first == "help" { return (.help, []) }
        if arguments.contains("--version") { return (.version, []) }
        guard let first = arguments.first, !first.hasPrefix("-") else { return (.serve, arguments[...]) }
        guard let command = Command(rawValue: first == "account" ? accounts.rawValue : first) else {
            throw ConfigurationError("\(first) is not a command; `engawa --help` lists them")
        }
        return (command, arguments.dropFirst())
    }

    static var helpText: String {
        var text = """
            engawa \(Version.current): a web chat gateway

            engawa [serve] [SETTING...]        the site, in front of the embedded backend or another
            engawa backend [SETTING...]        the embedded backend alone, as a REST server on port 3000
            engawa record --backend URL --out FOLDER
                                               record what a backend answers (it is written to: use a test backend)
            engawa healthcheck [--listen ...]  exit status 0 if the site on this machine is ready
            \(CertificateCommand.usage)
            engawa --help | --version

            For the operator, on the data folder of a site that runs or not; USER is a user ID or an alias:

            \(AdminCommand.usage)
            engawa backup --out FOLDER         copy all databases and the key, also while the site runs
            engawa restore --from FOLDER [--replace]
                                               put a backup into the data folder, while the site does not run
            engawa check                       check all databases; exit status 0 if they are sound

            Settings, each as a flag or as an environment variable (the default in brackets):

            """
        for setting in Setting.allCases {
            text += "  \(setting.flag) \(setting.placeholder)\n      \(setting.variable): \(setting.help)\n"
        }
        return text
    }
}
