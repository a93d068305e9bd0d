import Accounts
import ChatREST
import Gateway
import HTTP
import HTTPClient
import HTTPServer
import OpenID

extension SignInConfiguration {
    /// The default sign-in methods.
    static func standard(_ configuration: Configuration) -> [SignInMethodID] {
        guard configuration.mode == .development else { return [] }
        if case .embedded = configuration.backend { return [.userID, .password] }
        return [.userID]
    }

    /// The clients that may send passwords.
    ///
    /// - Parameter isChosen: whether the operator selected the sign-in methods. Defaults are restricted instead of
    ///   causing an error.
    /// - Throws: if a selected method would send passwords or tokens over a network unencrypted.
    static func passwordReach(
        _ methods: [SignInMethodID], isChosen: Bool, _ configuration: Configuration
    ) throws(ConfigurationError) -> SitePolicy.PasswordReach {
        // Passwords, and bearer tokens, which are equally sensitive (RFC 6750 §5.3).
        if let method = methods.first(where: { $0 == .password || $0 == .tokenService }),
            case .remote(let url) = configuration.backend, EndpointURL("\(url)") == nil
        {
            throw ConfigurationError(
                """
                \(Setting.backend.flag): with "\(method)" \(method == .password ? "passwords" : "tokens") would cross the \
                network to "\(url)" in the open; it must be https, or on this machine
                """)
        }
        guard !configuration.isReachedInTheOpen else {
            if isChosen, let method = methods.first(where: { $0 == .password || $0 == .tokenService }) {
                throw ConfigurationError(
                    """
                    \(Setting.signIn.flag): with "\(method)" passwords would cross the network in the open; give \
                    \(Setting.tlsCertificate.flag) or an https \(Setting.publicURL.flag), or \(Setting.listen.flag) \
                    on 127.0.0.1
                    """)
            }
            return .thisMachine
        }
        return .everywhere
    }

    /// Throws if people on other machines would use User IDs over http, in production, and nobody said that they may.
    /// A user who is known by name alone is everybody's who reads along; so is what is read and written.
    static func refuseOpenUserID(
        _ methods: [SignInMethodID], _ settings: MethodSettings, _ configuration: Configuration
    ) throws(ConfigurationError) {
        let isPermitted = try settings.value(.overHTTP, of: .userID, ValueForm.isOn) ?? false
        guard methods.contains(.userID), configuration.mode == .production, configuration.isReachedInTheOpen,
            !isPermitted
        else { return }
        let setting = MethodSettings.flag(.overHTTP, .userID)
        throw ConfigurationError(
            """
            \(Setting.signIn.flag): with "\(SignInMethodID.userID)" whatever people read and write, and the cookies of \
            their sessions, would cross the network in the open; give \(Setting.tlsCertificate.flag) or an https \
            \(Setting.publicURL.flag), or \(Setting.listen.flag) on 127.0.0.1; or permit it: \(setting) on
            """)
    }

    /// The token service: a real one, or in development mode a simulated one.
    static func tokenService(
        _ settings: MethodSettings, _ mode: SitePolicy.Mode
    ) throws(ConfigurationError) -> Method {
        let id = SignInMethodID.tokenService
        let behaviour = try settings.value(.simulation, of: id) { SimulatedTokenService.Behaviour(rawValue: $0) }
        guard let behaviour else {
            let url = try url(.url, id, settings)
            return .tokenService(url, trust: try trust(id, settings), simulation: nil)
        }
        let flag = MethodSettings.flag(.simulation, id)
        guard mode == .development else {
            throw ConfigurationError(
                "\(flag): anybody can sign in there; it is only for \(Setting.mode.flag) \(SitePolicy.Mode.development)"
            )
        }
        guard settings.text(.url, of: id) == nil else {
            throw ConfigurationError("\(flag) takes the place of \(MethodSettings.flag(.url, id)); give one of them")
        }
        return .tokenService(SimulatedTokenService.base, trust: ServerTrust(), simulation: behaviour)
    }

    /// The origin that the chat backend expects, if configured.
    var backendOrigin: Origin? {
        for case (_, .password(let origin)) in methods { return origin }
        return nil
    }

    /// Whether people sign in with passwords at the chat backend.
    var asksBackend: Bool { methods.contains { $0.id == .password } }

    /// The access to a remote backend.
    func access(_ configuration: Configuration) -> Access {
        configuration.backendAccess ?? (asksBackend ? .session : .open)
    }

    /// Whether any sign-in method provides a credential for the chat backend.
    var givesCredentials: Bool { asksBackend || methods.contains { bearers.contains($0.id) } }

    /// The sign-in methods whose tokens are for the chat backend.
    var bearers: Set<SignInMethodID> { [.tokenService] }
}

extension Configuration {
    /// Whether clients on other machines connect without TLS.
    fileprivate var isReachedInTheOpen: Bool {
        if let origin = publicURL?.origin {
            return origin.scheme != .https && !(listen.isLoopback && EndpointURL("\(origin)") != nil)
        }
        return tls == nil && !listen.isLoopback
    }
}
