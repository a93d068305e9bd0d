import Accounts
import ChatREST
import Gateway
import HTTPServer
import Logging

/// A setting: from a flag, else from an environment variable, else its default.
enum Setting: String, CaseIterable {
    case listen
    case backend
    case backendAccess = "backend-access"
    case backendConcurrency = "backend-concurrency"
    case backendCA = "backend-ca"
    case backendPin = "backend-pin"
    case trustedProxies = "trusted-proxies"
    case connectionsPerAddress = "connections-per-address"
    case metricsListen = "metrics-listen"
    case signIn = "sign-in"
    case secondFactor = "second-factor"
    case secondFactorAdmins = "second-factor-admins"
    case secondFactorGrace = "second-factor-grace"
    case vaultKey = "vault-key"
    case data
    case store
    case storeFile = "store-file"
    case mode
    case publicURL = "public-url"
    case logLevel = "log-level"
    case logFormat = "log-format"
    case tlsCertificate = "tls-certificate"
    case tlsKey = "tls-key"
    case files
    case filesEndpoint = "files-endpoint"
    case filesRegion = "files-region"
    case filesKey = "files-key"
    case fileLimit = "file-limit"
    case filesPerPerson = "files-per-person"
    case filesInAll = "files-in-all"
    case filesScan = "files-scan"
    case linkPreviews = "link-previews"
    case sampleWorld = "sample-world"
    case registration
    case ownAlias = "own-alias"
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

    /// Whether its value may hold a password: then it is shown nowhere, and a flag must not have one.
    var mayHoldPassword: Bool { self == .store }

    var isHidden: Bool { isSecret || mayHoldPassword }

    /// What its values are.
    var form: ValueForm {
        switch self {
        case .listen, .metricsListen:
            ValueForm(
                "ADDRESS:PORT",
                "an IP address, localhost, or nothing for every address, with a colon and a port from 0 to 65535",
                example: "127.0.0.1:\(self == .listen ? 8080 : 9464)")
        case .backend:
            ValueForm(
                "embedded|URL", "the word embedded, or the http or https base URL of a REST backend",
                example: "http://127.0.0.1:3000")
        case .backendAccess: .choice(Access.session)
        case .backendConcurrency: .number(1...1_024, of: "requests", example: 32)
        case .backendCA: .authorities(example: "/etc/engawa/backend-ca.pem")
        case .backendPin: .pins
        case .trustedProxies:
            ValueForm(
                "ADDRESS[/BITS],…",
                "a list of IP addresses and networks, separated by commas, without host bits, and not of all addresses",
                example: "127.0.0.1,10.0.0.0/8")
        case .connectionsPerAddress:
            .number(1...ServerLimits().connections, of: "connections", example: ServerLimits().connectionsPerAddress)
        case .signIn:
            ValueForm(
                "METHOD,…",
                """
                a list of different names, separated by commas: user-id, password, token-service, apple, or names of your \
                own for other providers (a-z, 0-9 and -)
                """, example: "password")
        case .secondFactor, .secondFactorAdmins: .choice(FactorPolicy.Need.required)
        case .secondFactorGrace: .number(0...365, of: "days", example: 14)
        case .vaultKey:
            ValueForm("64 HEXADECIMAL DIGITS", "64 hexadecimal digits", example: "$(openssl rand -hex 32)")
        case .data: .folder("a folder in which files can be made", example: "/var/lib/engawa")
        case .store:
            ValueForm(
                "data|URL", "the word data, or the URL of a PostgreSQL database",
                example: "postgresql://engawa@db.example.org/engawa?sslmode=verify-full")
        case .storeFile:
            .file("a file whose first line is the URL of a PostgreSQL database", example: "/run/secrets/engawa-store")
        case .mode: .choice(SitePolicy.Mode.production)
        case .publicURL:
            ValueForm("URL", "an http or https URL without a path", example: "https://chat.example.org")
        case .logLevel: .choice(Logger.Level.warning)
        case .logFormat: .choice(Logger.Format.json)
        case .tlsCertificate:
            .file("a file with a certificate chain in PEM, the site's own first", example: "/etc/engawa/chain.pem")
        case .tlsKey:
            .file("a file with the private key of the certificate in PEM", example: "/etc/engawa/key.pem")
        case .files:
            ValueForm(
                "FOLDER|s3://BUCKET/PREFIX",
                """
                a folder that is there, or a bucket of a store with the interface of S3 (small letters, digits, - and .) \
                and the beginning of keys in it (letters, digits, -, ., _, ~ and /), and the same for all sites on a \
                PostgreSQL database
                """, example: "/srv/engawa-files")
        case .filesEndpoint: ValueForm("URL", "an http or https URL", example: "https://s3.example.org")
        case .filesRegion:
            ValueForm("NAME", "the name of a region (small letters, digits and -)", example: "eu-central-1")
        case .filesKey:
            .file(
                "a file of two lines, the id of an access key and its secret", example: "/run/secrets/engawa-files-key")
        case .fileLimit: .number(0...10_240, of: "mebibytes", example: 100)
        case .filesPerPerson, .filesInAll:
            .number(1...1_073_741_824, of: "mebibytes", example: self == .filesInAll ? 102_400 : 5_120)
        case .filesScan:
            ValueForm(
                "PATH|HOST:PORT", "the Unix socket of a ClamAV daemon, or its host and port",
                example: "/run/clamav/clamd.ctl")
        case .linkPreviews, .sampleWorld, .registration, .ownAlias, .requestLimit, .benchNoCache: .onOff
        case .pollInterval: .number(1...300, of: "seconds", example: 5)
        case .assets:
            .folder("the folder Public that belongs to this program", example: "/usr/share/engawa/Public")
        case .out: .folder("a folder, and a new one for backup and record", example: "/var/backups/engawa-2026-11-25")
        }
    }

    /// The error for a value that has the right form and can't be used.
    func refusal(of value: String, because reason: String) -> ConfigurationError {
        form.refusal(of: "\"\(value)\"", from: flag, because: reason)
    }

    /// The error where a command can't do without it.
    func missing(for command: Command) -> ConfigurationError {
        ConfigurationError("\(command.rawValue) needs \(flag): \(form.help(for: flag))")
    }

    /// The commands that use it.
    var commands: Set<Command> {
        switch self {
        case .listen, .tlsCertificate, .tlsKey: [.serve, .backend, .healthcheck]
        case .backend, .backendCA, .backendPin: [.serve, .record, .sessions, .accounts, .audit]
        case .backendAccess, .trustedProxies, .connectionsPerAddress, .mode, .logLevel, .logFormat, .sampleWorld,
            .registration:
            [.serve, .backend]
        case .vaultKey: [.serve, .sessions, .accounts, .audit, .store]
        case .data:
            [.serve, .backend, .sessions, .accounts, .audit, .backup, .restore, .check, .store, .certificate]
        case .files, .filesEndpoint, .filesRegion, .filesKey: [.serve, .backend, .check, .store]
        case .fileLimit, .filesPerPerson, .filesInAll, .filesScan: [.serve, .backend]
        case .store, .storeFile: [.serve, .backend, .sessions, .accounts, .audit, .store]
        case .out: [.record, .backup, .certificate]
        case .backendConcurrency, .signIn, .secondFactor, .secondFactorAdmins, .secondFactorGrace, .metricsListen,
            .linkPreviews, .ownAlias, .publicURL, .pollInterval, .requestLimit, .benchNoCache, .assets:
            [.serve]
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
        case .backendCA:
            "the certificate authorities of an https backend, in PEM, which are trusted instead of the system's (the system's)"
        case .backendPin: "public keys of which an https backend has one, besides a valid certificate (any key)"
        case .trustedProxies:
            "the proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted (none)"
        case .connectionsPerAddress:
            "the maximum number of connections from one address, except trusted proxies (512)"
        case .metricsListen: "where to serve GET /metrics for Prometheus; not reachable by users (off)"
        case .data: "the folder of the databases and pictures (data)"
        case .store:
            "where everything is stored: in the data folder, or in PostgreSQL; a URL with a password only as a variable (data)"
        case .storeFile: "the same from a file, which may hold a password"
        case .mode: "development adds quick sign-in and a session page (production)"
        case .publicURL: "the public URL of the site; https makes cookies Secure (from the request)"
        case .logLevel: "the minimum level that is logged (info)"
        case .logFormat: "the format of log lines (text)"
        case .tlsCertificate: "PEM certificate chain, to speak TLS without a proxy; with --tls-key"
        case .tlsKey: "PEM private key of the certificate"
        case .files:
            """
            the bucket of the files of messages; with PostgreSQL the folder or bucket that all sites on the database share \
            (in the data folder; with PostgreSQL no files)
            """
        case .filesEndpoint: "where the store of the bucket is (Amazon's for the region)"
        case .filesRegion: "the region of the bucket (us-east-1)"
        case .filesKey:
            "the key with which the bucket is read and written (\(AccessKeyVariable.id) and \(AccessKeyVariable.secret))"
        case .fileLimit: "the largest file of a message, in MiB; 0 for no files (100)"
        case .filesPerPerson: "how much the files of one person may take together, in MiB (5120)"
        case .filesInAll: "how much all files may take together, in MiB (102400)"
        case .filesScan:
            "a ClamAV daemon that looks at each file; while it is away, files are refused and messages are not (none)"
        case .linkPreviews:
            "whether links in messages get previews; the gateway then asks the sites that people link to (off)"
        case .sampleWorld: "fill an empty embedded backend with sample data (on in development, else off)"
        case .registration: "whether new people may register on the site (on)"
        case .ownAlias: "whether people may change their own alias, with the embedded backend (off)"
        case .pollInterval: "the interval of reading an open conversation from a remote backend, in seconds (5)"
        case .requestLimit: "whether requests are rate-limited by person and address (on)"
        case .benchNoCache: "for benchmarks: disable all caches (off)"
        case .assets: "the Public folder (found beside the program or in the current folder)"
        case .out:
            "the new folder to which `backup` and `record` write; the folder of `certificate` (tls in the data folder)"
        }
    }
}
