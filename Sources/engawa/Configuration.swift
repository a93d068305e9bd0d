import Accounts
import ChatREST
import ChatStore
import Gateway
import HTTP
import HTTPServer
import Logging
import Upstream

/// The validated configuration.
struct Configuration {
    enum Backend {
        case embedded
        case remote(BaseURL)
    }

    static let backendConcurrencies = 1...1_024

    var listen: ListenAddress
    var trustedProxies: TrustedProxies
    /// The maximum number of open connections from one client address.
    var connectionsPerAddress: Int
    var backend: Backend
    /// `nil`: decided by the sign-in methods.
    var backendAccess: Access?
    /// The maximum number of concurrent requests to a remote backend.
    var backendConcurrency: Int
    /// `nil`: no metrics endpoint.
    var metricsListen: ListenAddress?
    /// When a second factor is required.
    var factors: FactorPolicy
    /// `nil`: the key is in a file of the data folder.
    var vault: Vault?
    var data: String
    var mode: SitePolicy.Mode
    var publicURL: BaseURL?
    var logLevel: Logger.Level
    var logFormat: Logger.Format
    /// The paths of certificate and key.
    var tls: (certificate: String, key: String)?
    var hasSampleWorld: Bool
    var allowsRegistration: Bool
    /// The interval between reads of an open conversation.
    var pollInterval: Duration
    /// Whether requests are rate-limited by person and address.
    var limitsRequests: Bool
    /// Whether all caches are off.
    var disablesCaches: Bool
    /// `nil`: searched.
    var assets: String?

    /// Whether anyone may sign in as a person of the sample data.
    var areSamplesOpen: Bool {
        guard case .embedded = backend else { return false }
        return hasSampleWorld && mode == .development
    }

    /// The valid poll intervals.
    private static let pollSeconds = 1...300
    /// The valid grace periods.
    private static let graceDays = 0...365

    init(_ settings: Settings, defaultPort: UInt16) throws(ConfigurationError) {
        listen = try settings.value(.listen, or: ListenAddress(host: "0.0.0.0", port: defaultPort)) {
            ListenAddress($0)
        }
        backend = try settings.value(.backend, or: .embedded) { text in
            text == "embedded" ? .embedded : BaseURL(text).map { .remote($0) }
        }
        backendAccess = try settings.value(.backendAccess, or: nil) { Access(rawValue: $0).map { .some($0) } }
        backendConcurrency = try settings.value(.backendConcurrency, or: UpstreamLimits().inFlight) { text in
            Int(text).flatMap { Self.backendConcurrencies.contains($0) ? $0 : nil }
        }
        trustedProxies = try settings.value(.trustedProxies, or: TrustedProxies()) { TrustedProxies($0) }
        connectionsPerAddress = try settings.value(
            .connectionsPerAddress, or: ServerLimits().connectionsPerAddress
        ) { text in Int(text).flatMap { (1...ServerLimits().connections).contains($0) ? $0 : nil } }
        metricsListen = try settings.value(.metricsListen, or: nil) { ListenAddress($0).map { .some($0) } }
        data = try settings.value(.data, or: "data") { $0 }
        mode = try settings.value(.mode, or: .production) { SitePolicy.Mode(rawValue: $0) }
        publicURL = try settings.value(.publicURL, or: nil) { BaseURL($0).map { .some($0) } }
        vault = try settings.value(.vaultKey, or: nil) { text in (try? Vault(configured: text)).map { .some($0) } }
        factors = FactorPolicy(
            everyone: try settings.value(.secondFactor, or: .offered) { FactorPolicy.Need(rawValue: $0) },
            admins: try settings.value(.secondFactorAdmins, or: nil) {
                FactorPolicy.Need(rawValue: $0).map { .some($0) }
            },
            grace: try settings.value(.secondFactorGrace, or: .zero) { text in
                Int(text).flatMap { Self.graceDays.contains($0) ? .seconds($0 * 24 * 3_600) : nil }
            })
        logLevel = try settings.value(.logLevel, or: .info) { Logger.Level(rawValue: $0) }
        logFormat = try settings.value(.logFormat, or: .text) { Logger.Format(rawValue: $0) }
        let onOff = { (text: String) -> Bool? in ["on": true, "off": false][text] }
        hasSampleWorld = try settings.value(.sampleWorld, or: mode == .development, onOff)
        allowsRegistration = try settings.value(.registration, or: true, onOff)
        pollInterval = try settings.value(.pollInterval, or: .seconds(5)) { text in
            Int(text).flatMap { Self.pollSeconds.contains($0) ? .seconds($0) : nil }
        }
        limitsRequests = try settings.value(.requestLimit, or: true, onOff)
        disablesCaches = try settings.value(.benchNoCache, or: false, onOff)
        assets = settings.text(.assets)
        switch (settings.text(.tlsCertificate), settings.text(.tlsKey)) {
        case (nil, nil): tls = nil
        case (let certificate?, let key?): tls = (certificate, key)
        case (_?, nil): throw ConfigurationError("\(Setting.tlsCertificate.flag) needs \(Setting.tlsKey.flag) too")
        case (nil, _?): throw ConfigurationError("\(Setting.tlsKey.flag) needs \(Setting.tlsCertificate.flag) too")
        }
        if let publicURL, !publicURL.pathPrefix.isEmpty {
            throw ConfigurationError("\(Setting.publicURL.flag): \"\(publicURL)\" must have no path")
        }
    }
}
