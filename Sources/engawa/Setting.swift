/// A setting: from a flag, else from an environment variable, else its default.
enum Setting: String, CaseIterable {
    case listen
    case backend
    case backendAccess = "backend-access"
    case backendConcurrency = "backend-concurrency"
    case trustedProxies = "trusted-proxies"
    case connectionsPerAddress = "connections-per-address"
    case metricsListen = "metrics-listen"
    case signIn = "sign-in"
    case secondFactor = "second-factor"
    case secondFactorAdmins = "second-factor-admins"
    case secondFactorGrace = "second-factor-grace"
    case vaultKey = "vault-key"
    case data
    case mode
    case publicURL = "public-url"
    case logLevel = "log-level"
    case logFormat = "log-format"
    case tlsCertificate = "tls-certificate"
    case tlsKey = "tls-key"
    case sampleWorld = "sample-world"
    case registration
    case pollInterval = "poll-interval"
    case requestLimit = "request-limit"
    case benchNoCache = "bench-no-cache"
    case assets
    case out

    /// The beginning of all variables of the program.
    static let variablePrefix = "ENGAWA_"

    var flag: String { "--\(rawValue)" }

    /// `ENGAWA_LISTEN`
    var variable: String { Self.variablePrefix + rawValue.uppercased().replacing("-", with: "_") }

    /// Whether its value is shown nowhere, and not taken from a flag, which every user of the machine can read.
    var isSecret: Bool { self == .vaultKey }

    var placeholder: String {
        switch self {
        case .listen, .metricsListen: "ADDRESS:PORT"
        case .backend: "embedded|URL"
        case .backendAccess: "open|session"
        case .signIn: "METHOD,…"
        case .trustedProxies: "ADDRESS[/BITS],…"
        case .secondFactor, .secondFactorAdmins: "off|offered|required"
        case .secondFactorGrace: "DAYS"
        case .vaultKey: "64 HEXADECIMAL DIGITS"
        case .backendConcurrency: "1…1024"
        case .connectionsPerAddress: "1…12000"
        case .data, .assets, .out: "FOLDER"
        case .mode: "production|development"
        case .publicURL: "URL"
        case .logLevel: "debug|info|warning|error"
        case .logFormat: "text|json"
        case .tlsCertificate, .tlsKey: "FILE"
        case .sampleWorld, .registration, .requestLimit, .benchNoCache: "on|off"
        case .pollInterval: "SECONDS"
        }
    }

    var help: String {
        switch self {
        case .listen: "where to listen (serve: 0.0.0.0:8080, backend: 0.0.0.0:3000)"
        case .backend: "the chat backend: the embedded one, or a REST API's base URL (embedded)"
        case .backendAccess:
            "how a REST backend identifies the caller: by name, or by its own sessions (session with password, else open)"
        case .signIn:
            """
            how people sign in: user-id, password, token-service, or names of your own for providers (in development \
            user-id, and password with the embedded backend)
            """
        case .secondFactor:
            "authenticator apps and passkeys: disabled, optional or mandatory (offered)"
        case .secondFactorAdmins: "the same for admins of the site (as for everyone)"
        case .secondFactorGrace: "grace period for setting up a required one, from the first sign-in on (0)"
        case .vaultKey:
            "the key that encrypts stored credentials, 64 hexadecimal digits; only as a variable (a file in the data folder)"
        case .backendConcurrency: "the maximum number of concurrent requests to a REST backend (32)"
        case .trustedProxies:
            "the proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted (none)"
        case .connectionsPerAddress:
            "the maximum number of connections from one address, except trusted proxies (512)"
        case .metricsListen: "where to serve GET /metrics for Prometheus; not reachable by users (off)"
        case .data: "the folder of the databases and pictures (data)"
        case .mode: "development adds quick sign-in and a session page (production)"
        case .publicURL: "the public URL of the site; https makes cookies Secure (from the request)"
        case .logLevel: "the minimum level that is logged (info)"
        case .logFormat: "the format of log lines (text)"
        case .tlsCertificate: "PEM certificate chain, to speak TLS without a proxy; with --tls-key"
        case .tlsKey: "PEM private key of the certificate"
        case .sampleWorld: "fill an empty embedded backend with sample data (on in development, else off)"
        case .registration: "whether new people may register on the site (on)"
        case .pollInterval: "the interval of reading an open conversation from a remote backend, in seconds (5)"
        case .requestLimit: "whether requests are rate-limited by person and address (on)"
        case .benchNoCache: "for benchmarks: disable all caches (off)"
        case .assets: "the Public folder (found beside the program or in the current folder)"
        case .out:
            "the new folder to which `backup` and `record` write; the folder of `certificate` (tls in the data folder)"
        }
    }
}

/// An invalid command line or environment; the description names the setting.
struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// A value that was set, with the flag or variable that set it.
struct SettingValue {
    let text: String
    let source: String
    var isSecret = false

    /// - Throws: an error that names the flag or variable, and the value unless it is a secret.
    func parsed<Value>(
        as placeholder: String, _ parse: (String) -> Value?
    ) throws(ConfigurationError) -> Value {
        guard let value = parse(text) else {
            let shown = isSecret ? "the value" : "\"\(text)\""
            throw ConfigurationError("\(source): \(shown) is not \(placeholder)")
        }
        return value
    }
}

/// The values that were set.
struct Settings {
    private var values: [Setting: SettingValue] = [:]
    /// Settings of single sign-in methods.
    private(set) var methods: MethodSettings

    /// - Parameters:
    ///   - arguments: those after the command.
    ///   - environment: of the process; an empty variable counts as not set.
    init(arguments: some Sequence<String>, environment: [String: String]) throws(ConfigurationError) {
        methods = MethodSettings(environment: environment)
        try UnknownVariable.refuse(in: environment)
        for setting in Setting.allCases {
            if let text = environment[setting.variable], !text.isEmpty {
                values[setting] = SettingValue(text: text, source: setting.variable, isSecret: setting.isSecret)
            }
        }
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let flag = String(parts[0])
            let setting = Setting.allCases.first { $0.flag == flag }
            guard setting != nil || flag.hasPrefix(MethodSetting.flagPrefix) else {
                throw ConfigurationError("\(flag) is not known; `engawa --help` lists what is")
            }
            if let setting, setting.isSecret {
                throw ConfigurationError("\(flag): a secret is not for a flag; use \(setting.variable)")
            }
            guard let text = parts.count == 2 ? String(parts[1]) : arguments.next(), !text.isEmpty else {
                throw ConfigurationError("\(flag) needs a value: \(setting?.placeholder ?? "TEXT")")
            }
            let value = SettingValue(text: text, source: flag)
            if let setting { values[setting] = value } else { methods.take(value) }
        }
    }

    func text(_ setting: Setting) -> String? { values[setting]?.text }

    /// The value of `setting`, parsed; `nil` if it is not set.
    func value<Value>(_ setting: Setting, _ parse: (String) -> Value?) throws(ConfigurationError) -> Value? {
        try values[setting]?.parsed(as: setting.placeholder, parse)
    }

    func number(_ setting: Setting, in range: ClosedRange<Int>) throws(ConfigurationError) -> Int? {
        try value(setting) { Int($0).flatMap { range.contains($0) ? $0 : nil } }
    }

    func isOn(_ setting: Setting) throws(ConfigurationError) -> Bool? {
        try value(setting) { ["on": true, "off": false][$0] }
    }
}
