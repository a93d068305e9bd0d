import Accounts
import Cryptography
import Gateway
import HTTP
import HTTPClient
import JOSE
import OpenID

/// A configured provider.
struct ChosenProvider {
    var provider: Provider
    let brand: ProviderSignIn.Brand
    var assurance = ProviderSignIn.Assurance.userInfo
    var endsProviderSession = true
    var supabase: ChosenSupabase?
    /// Which of its servers are trusted.
    var trust = ServerTrust()
}

extension SignInConfiguration {
    /// The name that selects Apple; other names are chosen by the operator.
    private static let apple = SignInMethodID("apple")
    /// The maximum number of additional parameters of a provider.
    static let maximumParameters = 10

    static func provider(
        _ id: SignInMethodID, _ settings: MethodSettings, _ publicURL: BaseURL?
    ) throws(ConfigurationError) -> ChosenProvider {
        guard id == apple || settings.hasAny(of: id) else {
            throw Setting.signIn.refusal(
                of: "\(id)",
                because: """
                    it is none of the known names, and for a provider of your own \(MethodSettings.flag(.issuer, id)) is \
                    needed, and \(MethodSettings.flag(.clientID, id))
                    """)
        }
        var chosen = id == apple ? try apple(id, settings, publicURL) : try other(id, settings, publicURL)
        chosen.trust = try trust(id, settings)
        try addSupabase(to: &chosen, id, settings)
        return chosen
    }

    private static func other(
        _ id: SignInMethodID, _ settings: MethodSettings, _ publicURL: BaseURL?
    ) throws(ConfigurationError) -> ChosenProvider {
        let endpoints = try endpoints(id, settings)
        var provider = Provider(
            id.provider, endpoints.endpoints, clientID: try settings.required(.clientID, of: id),
            authentication: try authentication(id, settings), redirectURI: try redirectURI(id, publicURL))
        provider.scopes =
            try settings.value(.scopes, of: id, list)
            ?? (endpoints.givesIDTokens ? ["openid", "profile", "email"] : [])
        if !endpoints.givesIDTokens, provider.scopes.contains("openid") {
            throw ConfigurationError(
                """
                \(MethodSettings.flag(.scopes, id)): "openid" asks for an ID token, which needs \
                \(MethodSettings.flag(.issuer, id)) alone, or \(MethodSettings.flag(.keysURL, id)) too
                """)
        }
        provider.additionalHosts = Set(try settings.value(.hosts, of: id, list) ?? [])
        provider.additionalIssuers = Set(try settings.value(.issuers, of: id, list) ?? [])
        provider.subjectMember = settings.text(.subject, of: id) ?? provider.subjectMember
        let parameters = try settings.value(.parameters, of: id) { text in
            Query(parsing: text).flatMap { $0.items.count <= maximumParameters ? $0.items : nil }
        }
        provider.parameters = parameters?.map { ($0.name, $0.value) } ?? []
        var chosen = ChosenProvider(
            provider: provider, brand: .named(settings.text(.title, of: id) ?? id.description))
        chosen.assurance =
            try settings.value(.sessionCheck, of: id) { ProviderSignIn.Assurance(rawValue: $0) } ?? .userInfo
        chosen.endsProviderSession =
            try settings.value(.endSession, of: id, ValueForm.isOn) ?? true
        return chosen
    }

    /// The provider's endpoints: discovered or configured.
    private static func endpoints(
        _ id: SignInMethodID, _ settings: MethodSettings
    ) throws(ConfigurationError) -> (endpoints: Provider.Endpoints, givesIDTokens: Bool) {
        guard settings.text(.authorizationURL, of: id) != nil else {
            guard settings.text(.issuer, of: id) != nil || settings.text(.tokenURL, of: id) == nil else {
                throw MethodSettings.missing(.authorizationURL, id)
            }
            return (.discovered(issuer: try url(.issuer, id, settings)), true)
        }
        let keys = settings.text(.keysURL, of: id)
        // Subjects are unique at the userinfo endpoint; an ID token contains its issuer.
        let name = keys == nil ? try settings.required(.userInfoURL, of: id) : try settings.required(.issuer, of: id)
        var metadata = ProviderMetadata(
            issuer: settings.text(.issuer, of: id) ?? name, authorization: try url(.authorizationURL, id, settings),
            token: try url(.tokenURL, id, settings))
        metadata.isIssuerItsOwn = settings.text(.issuer, of: id) != nil
        if settings.text(.userInfoURL, of: id) != nil { metadata.userInfo = try url(.userInfoURL, id, settings) }
        if settings.text(.revocationURL, of: id) != nil { metadata.revocation = try url(.revocationURL, id, settings) }
        if keys != nil {
            metadata.keys = try url(.keysURL, id, settings)
            metadata.algorithms = Set(SignatureAlgorithm.allCases)
        }
        return (.given(metadata), keys != nil)
    }

    static func url(
        _ setting: MethodSetting, _ id: SignInMethodID, _ settings: MethodSettings
    ) throws(ConfigurationError) -> EndpointURL {
        guard let url = try settings.value(setting, of: id, { EndpointURL($0) }) else {
            throw MethodSettings.missing(setting, id)
        }
        return url
    }

    private static func authentication(
        _ id: SignInMethodID, _ settings: MethodSettings
    ) throws(ConfigurationError) -> ClientAuthentication {
        let (secret, pem) = (try settings.secret(.clientSecret, of: id), try settings.secret(.clientKey, of: id))
        func fault(_ words: String) -> ConfigurationError {
            ConfigurationError("\(MethodSettings.flag(.clientAuthentication, id)): \(words)")
        }
        let method =
            try settings.value(.clientAuthentication, of: id) {
                ["basic", "post", "private_key_jwt"].contains($0) ? $0 : nil
            } ?? (pem != nil ? "private_key_jwt" : secret != nil ? "basic" : "none")
        switch (method, secret, pem) {
        case ("none", _, _): return .none
        case ("private_key_jwt", nil, let pem?):
            do throws(JOSEError) {
                return .privateKey(try SigningKey(pem: pem.revealed, keyID: settings.text(.clientKeyID, of: id)))
            } catch {
                throw settings.refusal(of: .clientKey, id, because: "\(error)")
            }
        case ("basic", let secret?, nil): return .basic(secret: secret)
        case ("post", let secret?, nil): return .post(secret: secret)
        case (_, .some, .some):
            throw fault("a client has a secret or a key; there are both")
        default:
            throw fault(
                "\"\(method)\" needs \(MethodSettings.flag(method == "private_key_jwt" ? .clientKey : .clientSecret, id))-file"
            )
        }
    }

    /// Sign in with Apple, with its known specifics.
    private static func apple(
        _ id: SignInMethodID, _ settings: MethodSettings, _ publicURL: BaseURL?
    ) throws(ConfigurationError) -> ChosenProvider {
        let pem = try settings.requiredSecret(.key, of: id)
        let secret: AppleClientSecret
        let (teamID, keyID) = (try settings.required(.teamID, of: id), try settings.required(.keyID, of: id))
        do throws(JOSEError) {
            secret = try AppleClientSecret(teamID: teamID, keyID: keyID, pem: pem.revealed)
        } catch {
            throw settings.refusal(of: .key, id, because: "\(error)")
        }
        let base = try settings.value(.url, of: id) { EndpointURL($0) }.map { "\($0)" } ?? Provider.appleURL
        let provider = Provider.apple(
            id.provider, clientID: try settings.required(.clientID, of: id), secret: secret,
            redirectURI: try redirectURI(id, publicURL), base: base)
        guard let provider else {
            throw MethodSetting.url.form.refusal(of: "\"\(base)\"", from: MethodSettings.flag(.url, id))
        }
        return ChosenProvider(provider: provider, brand: .apple, assurance: .none, endsProviderSession: false)
    }

    /// The redirect URI, which the operator registers at the provider. Authorization responses must not be sent over a
    /// network unencrypted (RFC 9700 §2.6).
    private static func redirectURI(_ id: SignInMethodID, _ publicURL: BaseURL?) throws(ConfigurationError) -> String {
        guard let publicURL else {
            throw ConfigurationError(
                "the sign-in method \"\(id)\" needs \(Setting.publicURL.flag): providers send people there")
        }
        guard EndpointURL("\(publicURL)") != nil else {
            throw ConfigurationError(
                """
                \(Setting.publicURL.flag): with "\(id)" the provider's answers would cross the network to "\(publicURL)" in \
                the open; it must be https, or on this machine
                """)
        }
        return "\(publicURL)/sign-in/\(id)/callback"
    }

    private static func list(_ text: String) -> [String]? {
        let parts = text.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
        return parts.isEmpty || parts.contains("") ? nil : parts
    }
}
