/// What `engawa help` prints.
extension Command {
    /// How it is written, a line for each form.
    private var usage: [String] {
        switch self {
        case .serve: ["engawa [serve] [SETTING...]"]
        case .backend: ["engawa backend [SETTING...]"]
        case .record: ["engawa record --backend URL --out FOLDER [SETTING...]"]
        case .healthcheck: ["engawa healthcheck [SETTING...]"]
        case .sessions, .accounts, .audit:
            AdminCommand.usage.split(separator: "\n").map { String($0) }.filter { $0.hasPrefix("engawa \(rawValue)") }
        case .backup: ["engawa backup --out FOLDER [SETTING...]"]
        case .restore: ["engawa restore --from FOLDER [--replace] [SETTING...]"]
        case .check: ["engawa check [SETTING...]"]
        case .store:
            [
                "engawa store migrate|check --store URL", "engawa store copy --from data --to URL [SETTING...]",
                "engawa store copy --from URL --to data [SETTING...]",
            ]
        case .certificate: ["engawa certificate [NAME...] [--out FOLDER] [SETTING...]"]
        case .help: ["engawa help [COMMAND]", "engawa [COMMAND] --help"]
        case .version: ["engawa --version"]
        }
    }

    private var summary: String {
        switch self {
        case .serve: "the site, in front of the embedded backend or another"
        case .backend: "the embedded backend alone, as a REST server on port 3000"
        case .record: "record what a backend answers (it is written to: use a test backend)"
        case .healthcheck: "exit status 0 if the site on this machine is ready"
        case .sessions: "list and end sessions, whether the site runs or not; USER is a user ID or an alias"
        case .accounts: "what people may do, whether the site runs or not; USER is a user ID or an alias"
        case .audit: "the audit log: its newest lines, or all of a time; a DATE is such as 2026-11-25 (UTC)"
        case .backup: "copy all databases and the key, also while the site runs"
        case .restore: "put a backup into the data folder, while the site does not run; --replace keeps what is there"
        case .check: "check all databases; exit status 0 if they are sound"
        case .store:
            "make the tables of a PostgreSQL database for `--store`, check it, or copy an installation into it or out of it"
        case .certificate: "https in a local network: a private authority and a certificate for this machine"
        case .help: "what a command takes, or all commands and settings"
        case .version: "the version of the program"
        }
    }

    private var synopsis: String { usage.map { "\($0)\n" }.joined() + "    \(summary)\n" }

    /// All commands and settings.
    static var helpText: String {
        """
        engawa \(Version.current): a web chat gateway

        \(allCases.map(\.synopsis).joined())
        \(settingsText(Setting.allCases))
        \(methodSettingsText)
        """
    }

    /// What the command takes.
    var helpText: String {
        let settings = Setting.allCases.filter { $0.commands.contains(self) }
        var parts = [synopsis]
        if !settings.isEmpty { parts.append(Self.settingsText(settings)) }
        if settings.contains(.signIn) { parts.append(Self.methodSettingsText) }
        return parts.joined(separator: "\n")
    }

    private static func settingsText(_ settings: [Setting]) -> String {
        "Settings, each as a flag or as an environment variable (the default in brackets):\n\n"
            + settings.map { setting in
                let source = setting.isSecret ? setting.variable : setting.flag
                return """
                      \(setting.flag) \(setting.form.placeholder)
                          \(setting.variable): \(setting.help)
                          \(setting.form.help(for: source))

                    """
            }.joined()
    }

    private static var methodSettingsText: String {
        """
        Settings of the sign-in method NAME that \(Setting.signIn.flag) lists; as a variable \
        \(MethodSetting.variablePrefix)NAME_…, with _ for -. A secret is not for a flag: give the variable, or a file.


        """
            + MethodSetting.allCases.map { setting in
                let flag = "\(MethodSetting.flagPrefix)NAME-\(setting.rawValue)"
                let (source, form) =
                    setting.isSecret ? (flag + MethodSetting.fileEnding, setting.fileForm) : (flag, setting.form)
                return """
                      \(source) \(form.placeholder)
                          \(setting.help)
                          \(form.help(for: source))

                    """
            }.joined()
    }
}
