import Accounts
import Chat
import Gateway
import HTTP
import OpenID

/// The ways in that the operator has switched on, checked as far as that can be done without asking anybody.
struct SignInConfiguration {
    enum Method {
        case userID
        /// At the chat backend.
        case password(origin: Origin?)
        case tokenService(EndpointURL)
        case openID(Provider, ProviderSignIn.Brand)
    }

    let methods: [(id: SignInMethodID, method: Method)]
    /// From where passwords may be typed.
    let passwords: SitePolicy.PasswordReach

    init(_ settings: Settings, _ configuration: Configuration) throws(ConfigurationError) {
        let standard = Self.standard(configuration)
        let names = try settings.value(.signIn, or: standard) { text in
            let names = text.split(separator: ",", omittingEmptySubsequences: false).map { SignInMethodID($0) }
            return names.contains(nil) || Set(names).count < names.count ? nil : names.compactMap { $0 }
        }
        guard !names.isEmpty else {
            throw ConfigurationError(
                """
                \(Setting.signIn.flag): how do people sign in? \(Setting.signIn.placeholder); \
                "\(SignInMethodID.userID)" asks for no proof at all
                """)
        }
        if let name = names.first(where: { SitePolicy.reservedMethodNames.contains($0.description) }) {
            throw ConfigurationError("\(Setting.signIn.flag): \"\(name)\" is no name for a provider; choose another")
        }
        passwords = try Self.passwordReach(names, isChosen: settings.text(.signIn) != nil, configuration)
        try settings.methods.checkNames(names)
        var methods: [(SignInMethodID, Method)] = []
        for name in names { methods.append((name, try Self.method(name, settings.methods, configuration.publicURL))) }
        self.methods = methods
    }

    /// Whether anybody may come in who knows how somebody is called.
    var asksForNoProof: Bool { methods.contains { $0.id == .userID } }

    private static func method(
        _ id: SignInMethodID, _ settings: MethodSettings, _ publicURL: BaseURL?
    ) throws(ConfigurationError) -> Method {
        switch id {
        case .userID: return .userID
        case .password: return .password(origin: try origin(id, settings))
        case .tokenService: return .tokenService(try serviceURL(id, settings))
        default: return try openID(id, settings, publicURL)
        }
    }

    private static func openID(
        _ id: SignInMethodID, _ settings: MethodSettings, _ publicURL: BaseURL?
    ) throws(ConfigurationError) -> Method {
        let issuer = try settings.required(.issuer, of: id)
        guard let url = EndpointURL(issuer) else {
            throw ConfigurationError("\(MethodSettings.flag(.issuer, id)): \"\(issuer)\" is no https URL")
        }
        var provider = Provider(
            id.provider, .discovered(issuer: url), clientID: try settings.required(.clientID, of: id),
            authentication: try authentication(id, settings), redirectURI: try redirectURI(id, publicURL))
        provider.scopes = try settings.value(.scopes, of: id, or: ["openid", "profile", "email"], list)
        provider.additionalHosts = Set(try settings.value(.hosts, of: id, or: [], list))
        return .openID(provider, .named(settings.text(.title, of: id) ?? id.description))
    }

    private static func authentication(
        _ id: SignInMethodID, _ settings: MethodSettings
    ) throws(ConfigurationError) -> ClientAuthentication {
        guard let secret = try settings.secret(.clientSecret, of: id) else { return .none }
        return try settings.value(.clientAuthentication, of: id, or: .basic(secret: secret)) { text in
            ["basic": .basic(secret: secret), "post": .post(secret: secret)][text]
        }
    }

    /// Where the provider sends browsers back to: the operator registers it there.
    private static func redirectURI(_ id: SignInMethodID, _ publicURL: BaseURL?) throws(ConfigurationError) -> String {
        guard let publicURL else {
            throw ConfigurationError(
                "the way in \"\(id)\" needs \(Setting.publicURL.flag): providers send people there")
        }
        return "\(publicURL)/sign-in/\(id)/callback"
    }

    private static func list(_ text: String) -> [String]? {
        let parts = text.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
        return parts.isEmpty || parts.contains("") ? nil : parts
    }
}
