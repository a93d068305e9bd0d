import Accounts
import HTTP
import HTTPClient
import OpenID

extension SignInConfiguration {
    /// Which servers of a method are trusted: by the system's authorities and, where a file is given, by those in it.
    static func trust(
        _ id: SignInMethodID, _ settings: MethodSettings
    ) throws(ConfigurationError) -> ServerTrust {
        let files = TrustFiles(
            authorities: settings.text(.ca, of: id), pins: try settings.value(.pin, of: id, KeyPin.list) ?? [])
        if !files.pins.isEmpty { try refusePlainServers(id, settings) }
        let authorities = try files.readAuthorities { path, reason in
            MethodSetting.ca.form.refusal(of: "\"\(path)\"", from: MethodSettings.flag(.ca, id), because: reason)
        }
        return ServerTrust(authorities.map { .systemAnd($0) } ?? .system, pins: files.pins)
    }

    /// Throws for a server that is reached over http, on this machine: it shows no key.
    private static func refusePlainServers(
        _ id: SignInMethodID, _ settings: MethodSettings
    ) throws(ConfigurationError) {
        let servers: [MethodSetting] = [
            .issuer, .authorizationURL, .tokenURL, .userInfoURL, .keysURL, .revocationURL, .url,
        ]
        for server in servers {
            guard let url = settings.text(server, of: id), EndpointURL(url)?.origin.scheme == .http else { continue }
            throw ConfigurationError(
                """
                \(MethodSettings.flag(.pin, id)) is for servers with https; \(MethodSettings.flag(server, id)) is \
                "\(url)", which shows no key
                """)
        }
    }
}
