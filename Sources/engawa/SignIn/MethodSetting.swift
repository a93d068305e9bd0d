import Accounts

/// Something that the operator says about one way in: `--sign-in-NAME-SETTING`, or `ENGAWA_SIGN_IN_NAME_SETTING`.
enum MethodSetting: String, CaseIterable {
    case title
    case issuer
    case clientID = "client-id"
    case clientSecret = "client-secret"
    case clientAuthentication = "client-authentication"
    case scopes
    case clientKey = "client-key"
    case clientKeyID = "client-key-id"
    case hosts
    case issuers
    case parameters
    case authorizationURL = "authorization-url"
    case tokenURL = "token-url"
    case userInfoURL = "userinfo-url"
    case keysURL = "keys-url"
    case revocationURL = "revocation-url"
    case subject
    case sessionCheck = "session-check"
    case endSession = "end-session"
    case teamID = "team-id"
    case keyID = "key-id"
    case key
    case url
    case origin

    static let flagPrefix = "--sign-in-"
    static let variablePrefix = "ENGAWA_SIGN_IN_"
    /// A secret may be in a file instead, whose path is the value of the setting with this ending.
    static let fileEnding = "-file"

    /// Whether it may stand in a file, and may not stand in a flag, which every user of the machine can read.
    var isSecret: Bool {
        switch self {
        case .clientSecret, .clientKey, .key: true
        default: false
        }
    }

    var placeholder: String {
        switch self {
        case .title, .clientID, .clientKeyID, .subject, .teamID, .keyID: "TEXT"
        case .issuer, .url, .origin, .authorizationURL, .tokenURL, .userInfoURL, .keysURL, .revocationURL: "URL"
        case .clientSecret: "SECRET"
        case .clientKey, .key: "PEM"
        case .clientAuthentication: "basic|post|private_key_jwt"
        case .scopes, .hosts, .issuers: "A,B,…"
        case .parameters: "A=B&…"
        case .sessionCheck: ProviderSignIn.Assurance.allCases.map(\.rawValue).joined(separator: "|")
        case .endSession: "on|off"
        }
    }

    var help: String {
        switch self {
        case .title: "what the button says (NAME)"
        case .issuer: "OpenID Connect: the provider's issuer, exactly as it calls itself"
        case .clientID: "as whom this site is known to the provider"
        case .clientSecret: "the secret that goes with it; a variable or a file, never a flag"
        case .clientAuthentication: "how the secret is shown (basic)"
        case .scopes: "what is asked for (openid,profile,email)"
        case .clientKey: "instead of the secret, a private key on P-256 or of RSA; a variable or a file"
        case .clientKeyID: "what the provider calls that key"
        case .issuers: "other names that the issuer gives itself"
        case .parameters: "what else is asked with, such as access_type=offline"
        case .authorizationURL: "plain OAuth 2.0: where people are sent; with the two below instead of an issuer"
        case .tokenURL: "where codes are exchanged"
        case .userInfoURL: "where it is asked who somebody is"
        case .keysURL: "for ID tokens without discovery: the provider's keys"
        case .revocationURL: "where tokens are given back"
        case .subject: "the member of the answer there that names somebody for good (sub)"
        case .sessionCheck: "how the end of a session at the provider is found out (userinfo)"
        case .endSession: "whether sign-out leads on to the provider's own (on)"
        case .teamID: "apple: the developer team"
        case .keyID: "apple: what Apple calls the key"
        case .key: "apple: the key, as Apple gives it out; a variable or a file"
        case .url: "token-service: where /auth/login and its other routes begin; apple: a stand-in"
        case .origin: "password: what the backend takes for its own pages (where it is reached)"
        case .hosts: "hosts beside the issuer's own that may be asked"
        }
    }
}
