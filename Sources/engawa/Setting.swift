/// Something that the operator can set: by a flag, else by an environment variable, else its default stands.
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

    var flag: String { "--\(rawValue)" }

    /// `ENGAWA_LISTEN`
    var variable: String { "ENGAWA_\(rawValue.uppercased().replacing("-", with: "_"))" }

    var placeholder: String {
        switch self {
        case .listen, .metricsListen: "ADDRESS:PORT"
        case .backend: "embedded|URL"
        case .backendAccess: "open|session"
        case .signIn: "METHOD,…"
        case .trustedProxies: "ADDRESS[/BITS],…"
        case .secondFactor, .secondFactorAdmins: "off|offered|required"
        case .secondFactorGrace: "DAYS"
        case .vaultKey: "KEY"
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
            "how a REST backend knows who asks: it is told, or by its own sessions (session with password, else open)"
        case .signIn:
            """
            how people sign in: user-id, password, token-service, or names of your own for providers (in development \
            user-id, and password with the embedded backend)
            """
        case .secondFactor:
            "authenticator apps and passkeys: nobody's, theirs who want one, or everybody's duty (offered)"
        case .secondFactorAdmins: "the same for admins of the site (as for everybody)"
        case .secondFactorGrace: "how long from the first sign-in on somebody may do without one that is required (0)"
        case .vaultKey:
            "64 hexadecimal digits that seal what sessions keep; as a variable (made once in the data folder)"
        case .backendConcurrency: "how many requests a REST backend gets at once (32)"
        case .trustedProxies:
            "the proxies whose X-Forwarded-For and X-Forwarded-Proto are believed (nobody's)"
        case .connectionsPerAddress:
            "connections from one address at once, those of trusted proxies not counted (512)"
        case .metricsListen: "where to answer GET /metrics, for Prometheus; never where people come in (off)"
        case .data: "where the databases and the pictures are (data)"
        case .mode: "development adds quick sign-in and a session page (production)"
        case .publicURL: "where people reach the site; https makes cookies Secure (as requested)"
        case .logLevel: "the least that is logged (info)"
        case .logFormat: "how log lines look (text)"
        case .tlsCertificate: "PEM certificate chain, to speak TLS without a proxy; with --tls-key"
        case .tlsKey: "PEM private key of the certificate"
        case .sampleWorld: "fill an empty embedded backend with people and talk (on in development, else off)"
        case .registration: "whether new people may register on the site (on)"
        case .pollInterval: "how often a conversation that somebody looks at is read from a remote backend (5)"
        case .requestLimit: "whether one person, and one address, may ask only so often (on)"
        case .benchNoCache: "for measuring: keep nothing in memory and make every page anew (off)"
        case .assets: "the Public folder (found beside the program or in the current folder)"
        case .out: "where `record` writes the exchanges"
        }
    }
}

/// What is wrong with the command line or the environment, in words that name the setting.
struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The values that were set, with where they came from.
struct Settings {
    private var values: [Setting: (text: String, source: String)] = [:]
    /// What was set about single ways in.
    private(set) var methods: MethodSettings

    /// - Parameters:
    ///   - arguments: what follows the command.
    ///   - environment: the process's environment; an empty variable counts as not set.
    init(arguments: some Sequence<String>, environment: [String: String]) throws(ConfigurationError) {
        methods = MethodSettings(environment: environment)
        for setting in Setting.allCases {
            if let text = environment[setting.variable], !text.isEmpty { values[setting] = (text, setting.variable) }
        }
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let flag = String(parts[0])
            let setting = Setting.allCases.first { $0.flag == flag }
            guard setting != nil || flag.hasPrefix(MethodSetting.flagPrefix) else {
                throw ConfigurationError("\(flag) is not known; `engawa --help` lists what is")
            }
            guard let text = parts.count == 2 ? String(parts[1]) : arguments.next(), !text.isEmpty else {
                throw ConfigurationError("\(flag) needs a value: \(setting?.placeholder ?? "TEXT")")
            }
            if let setting { values[setting] = (text, flag) } else { methods.take(flag: flag, text) }
        }
    }

    func text(_ setting: Setting) -> String? { values[setting]?.text }

    /// The value of `setting` as `parse` reads it.
    ///
    /// - Throws: an error that names the setting by the way in which it was set.
    func value<Value>(_ setting: Setting, or fallback: Value, _ parse: (String) -> Value?)
        throws(ConfigurationError) -> Value
    {
        guard let (text, source) = values[setting] else { return fallback }
        guard let value = parse(text) else {
            throw ConfigurationError("\(source): \"\(text)\" is not \(setting.placeholder)")
        }
        return value
    }
}
