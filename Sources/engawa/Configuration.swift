import Accounts
import Chat
import ChatREST
import ChatStore
import FileIntake
import Gateway
import HTTP
import HTTPClient
import HTTPServer
import Logging
import Upstream

/// The validated configuration.
struct Configuration {
    enum Backend {
        case embedded
        case remote(BaseURL)
    }

    struct TLSFiles {
        let certificate: String
        let key: String
    }

    var listen: ListenAddress
    /// The listening socket that systemd has passed to `serve`; `listen` is its address then.
    private(set) var passedSocket: PassedSocket?
    var trustedProxies: TrustedProxies
    /// The maximum number of open connections from one client address.
    var connectionsPerAddress: Int
    var backend: Backend
    /// `nil`: decided by the sign-in methods.
    var backendAccess: Access?
    /// The maximum number of concurrent requests to a remote backend.
    var backendConcurrency: Int
    /// What is asked of a remote backend over https, beside a name.
    var backendTrust: TrustFiles
    /// `nil`: no metrics endpoint.
    var metricsListen: ListenAddress?
    /// When a second factor is required.
    var factors: FactorPolicy
    /// `nil`: the key is in a file of the data folder.
    var vault: Vault?
    var data: String
    var store: StoreLocation
    var mode: SitePolicy.Mode
    var publicURL: BaseURL?
    var logLevel: Logger.Level
    var logFormat: Logger.Format
    /// The paths of certificate and key.
    var tls: TLSFiles?
    /// Whether links in messages get previews.
    var hasLinkPreviews: Bool
    var hasSampleWorld: Bool
    var allowsRegistration: Bool
    /// Whether people may change their own alias.
    var allowsOwnAlias: Bool
    /// Where the files of messages are kept, by all sites on a PostgreSQL database; `nil` for the data folder, and where
    /// such sites keep none.
    var filePlace: FilePlace?
    /// How much the files of messages may be.
    var files: FileLimits
    /// What looks at files before they are kept.
    var scanner: ClamAV?
    /// The interval between reads of an open conversation.
    var pollInterval: Duration
    /// Whether requests are rate-limited by person and address.
    var limitsRequests: Bool
    /// Whether all caches are off.
    var disablesCaches: Bool
    /// `nil`: searched.
    var assets: String?

    /// Whether the chat is in the data folder.
    var servesChat: Bool { if case .embedded = backend { true } else { false } }

    /// Whether anyone may sign in as a person of the sample data.
    var areSamplesOpen: Bool { servesChat && hasSampleWorld && mode == .development }

    init(_ settings: Settings, defaultPort: UInt16) throws(ConfigurationError) {
        listen =
            try settings.value(.listen) { ListenAddress($0) } ?? ListenAddress(host: "0.0.0.0", port: defaultPort)
        backend =
            try settings.value(.backend) { text -> Backend? in
                text == "embedded" ? .embedded : BaseURL(text).map { Backend.remote($0) }
            } ?? .embedded
        backendAccess = try settings.choice(.backendAccess)
        backendConcurrency = try settings.number(.backendConcurrency) ?? UpstreamLimits().inFlight
        backendTrust = TrustFiles(
            authorities: settings.text(.backendCA), pins: try settings.value(.backendPin, KeyPin.list) ?? [])
        try backendTrust.refuse(without: backend)
        trustedProxies = try settings.value(.trustedProxies) { TrustedProxies($0) } ?? TrustedProxies()
        connectionsPerAddress =
            try settings.number(.connectionsPerAddress) ?? ServerLimits().connectionsPerAddress
        metricsListen = try settings.value(.metricsListen) { ListenAddress($0) }
        data = settings.text(.data) ?? "data"
        store = try StoreLocation(settings)
        mode = try settings.choice(.mode) ?? .production
        publicURL = try settings.value(.publicURL) { BaseURL($0).flatMap { $0.pathPrefix.isEmpty ? $0 : nil } }
        vault = try settings.value(.vaultKey) { try? Vault(configured: $0) }
        factors = FactorPolicy(
            everyone: try settings.choice(.secondFactor) ?? .offered,
            admins: try settings.choice(.secondFactorAdmins),
            grace: .seconds((try settings.number(.secondFactorGrace) ?? 0) * 24 * 3_600))
        logLevel = try settings.choice(.logLevel) ?? .info
        logFormat = try settings.choice(.logFormat) ?? .text
        hasLinkPreviews = try settings.isOn(.linkPreviews) ?? false
        hasSampleWorld = try settings.isOn(.sampleWorld) ?? (mode == .development)
        allowsRegistration = try settings.isOn(.registration) ?? true
        allowsOwnAlias = try settings.isOn(.ownAlias) ?? false
        filePlace = try FilePlace(settings)
        files = try FileLimits(settings)
        scanner = try settings.value(.filesScan) { ClamAV.Address($0) }.map { ClamAV($0) }
        pollInterval = .seconds(try settings.number(.pollInterval) ?? 5)
        limitsRequests = try settings.isOn(.requestLimit) ?? true
        disablesCaches = try settings.isOn(.benchNoCache) ?? false
        assets = settings.text(.assets)
        guard filePlace == nil || servesChat else {
            throw ConfigurationError(
                "\(Setting.files.flag) is for an embedded chat: a REST backend keeps its own files")
        }
        if case .folder = filePlace, store == .folder {
            throw ConfigurationError(
                """
                \(Setting.files.flag) FOLDER is for an embedded chat in PostgreSQL (\(Setting.store.flag) URL): in a data \
                folder, files are in it, or in a bucket (\(Setting.files.flag) s3://BUCKET/PREFIX)
                """)
        }
        switch (settings.text(.tlsCertificate), settings.text(.tlsKey)) {
        case (nil, nil): tls = nil
        case (let certificate?, let key?): tls = TLSFiles(certificate: certificate, key: key)
        case (_?, nil): throw ConfigurationError("\(Setting.tlsCertificate.flag) needs \(Setting.tlsKey.flag) too")
        case (nil, _?): throw ConfigurationError("\(Setting.tlsKey.flag) needs \(Setting.tlsCertificate.flag) too")
        }
    }

    /// Listens on the socket that systemd has passed, if any.
    mutating func takePassedSocket(_ environment: [String: String]) throws(ConfigurationError) {
        do {
            guard let socket = try PassedSocket(environment: environment) else { return }
            (passedSocket, listen) = (socket, socket.address)
        } catch {
            throw ConfigurationError("\(error)")
        }
    }
}

extension FileLimits {
    init(_ settings: Settings) throws(ConfigurationError) {
        let usual = FileLimits()
        func bytes(_ setting: Setting) throws(ConfigurationError) -> Int64? {
            try settings.number(setting).map { Int64($0) << 20 }
        }
        self.init(
            bytesOfFile: try bytes(.fileLimit) ?? usual.bytesOfFile,
            bytesOfPerson: try bytes(.filesPerPerson) ?? usual.bytesOfPerson,
            bytesInAll: try bytes(.filesInAll) ?? usual.bytesInAll)
    }
}
