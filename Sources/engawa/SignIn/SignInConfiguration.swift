import Accounts
import Chat
import Gateway
import HTTP
import HTTPClient
import OpenID

/// The configured sign-in methods, validated without network access.
struct SignInConfiguration {
    enum Method {
        case userID
        /// At the chat backend.
        case password(origin: Origin?)
        /// - Parameter simulation: how a simulated service behaves; `nil` for a real one.
        case tokenService(EndpointURL, trust: ServerTrust, simulation: SimulatedTokenService.Behaviour?)
        case provider(ChosenProvider)
    }

    let methods: [(id: SignInMethodID, method: Method)]
    /// The clients that may send passwords.
    let passwords: SitePolicy.PasswordReach

    init(_ settings: Settings, _ configuration: Configuration) throws(ConfigurationError) {
        let chosen: [SignInMethodID]? = try settings.value(.signIn) { text in
            let names = text.split(separator: ",", omittingEmptySubsequences: false).map { SignInMethodID($0) }
            return names.contains(nil) || Set(names).count < names.count ? nil : names.compactMap { $0 }
        }
        let names = chosen ?? Self.standard(configuration)
        guard !names.isEmpty else {
            throw ConfigurationError(
                """
                \(Setting.signIn.flag) is needed: \(Setting.signIn.form.help(for: Setting.signIn.flag)); \
                "\(SignInMethodID.userID)" asks for no proof at all
                """)
        }
        if let name = names.first(where: { SitePolicy.reservedMethodNames.contains($0.description) }) {
            throw Setting.signIn.refusal(of: "\(name)", because: "a page of the site has that name; choose another")
        }
        passwords = try Self.passwordReach(names, isChosen: chosen != nil, configuration)
        try settings.methods.checkNames(names)
        try Self.refuseOpenUserID(names, settings.methods, configuration)
        var methods: [(SignInMethodID, Method)] = []
        for name in names { methods.append((name, try Self.method(name, settings.methods, configuration))) }
        self.methods = methods
    }

    /// Whether anyone who knows a user's name may sign in as that user.
    var asksForNoProof: Bool { methods.contains { $0.id == .userID } }

    private static func method(
        _ id: SignInMethodID, _ settings: MethodSettings, _ configuration: Configuration
    ) throws(ConfigurationError) -> Method {
        switch id {
        case .userID: return .userID
        case .password: return .password(origin: try settings.value(.origin, of: id) { Origin(serialized: $0) })
        case .tokenService: return try tokenService(settings, configuration.mode)
        default: return .provider(try provider(id, settings, configuration.publicURL))
        }
    }
}
