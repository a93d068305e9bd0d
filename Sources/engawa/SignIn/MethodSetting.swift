import Accounts
import OpenID

/// A setting of one sign-in method: `--sign-in-NAME-SETTING`, or `ENGAWA_SIGN_IN_NAME_SETTING`. The
/// default is in parentheses.
enum MethodSetting: String, CaseIterable {
    /// The label of the button (NAME).
    case title
    /// OpenID Connect: the provider's issuer, exactly as in its discovery document.
    case issuer
    /// The client ID of this site at the provider.
    case clientID = "client-id"
    /// The client secret; a variable or a file, never a flag.
    case clientSecret = "client-secret"
    /// The client authentication method (basic).
    case clientAuthentication = "client-authentication"
    /// The requested scopes (openid,profile,email).
    case scopes
    /// Instead of the secret, a private key on P-256 or of RSA; a variable or a file.
    case clientKey = "client-key"
    /// The identifier of that key at the provider.
    case clientKeyID = "client-key-id"
    /// Permitted hosts besides the issuer's own.
    case hosts
    /// Other names of the issuer.
    case issuers
    /// Additional request parameters, such as access_type=offline.
    case parameters
    /// Plain OAuth 2.0: the authorization endpoint; with the two below instead of an issuer.
    case authorizationURL = "authorization-url"
    /// The token endpoint.
    case tokenURL = "token-url"
    /// The userinfo endpoint.
    case userInfoURL = "userinfo-url"
    /// For ID tokens without discovery: the URL of the provider's keys.
    case keysURL = "keys-url"
    /// The revocation endpoint.
    case revocationURL = "revocation-url"
    /// The member of userinfo that identifies the person permanently (sub).
    case subject
    /// How to detect the end of a session at the provider (userinfo).
    case sessionCheck = "session-check"
    /// Whether sign-out redirects to the provider's own sign-out (on).
    case endSession = "end-session"
    /// Apple: the developer team.
    case teamID = "team-id"
    /// Apple: the identifier of the key.
    case keyID = "key-id"
    /// Apple: the key file's content; a variable or a file.
    case key
    /// Token-service: the base URL of /auth/login and its other routes; apple: a test server.
    case url
    /// Token-service, in development mode: simulates the service instead of asking one at a URL.
    case simulation
    /// Password: the Origin that the backend expects (the backend's own).
    case origin
    /// A Supabase project that accepts the provider's ID token under the sign-in method's name.
    case supabaseURL = "supabase-url"
    /// The project's anonymous key; a variable or a file.
    case supabaseKey = "supabase-key"

    static let flagPrefix = "--sign-in-"
    static let variablePrefix = "ENGAWA_SIGN_IN_"
    /// The suffix of settings whose value is the path of a file with the secret.
    static let fileEnding = "-file"

    /// Whether it may be in a file, and not in a flag, which every user of the machine can read.
    var isSecret: Bool {
        switch self {
        case .clientSecret, .clientKey, .key, .supabaseKey: true
        default: false
        }
    }

    var placeholder: String {
        switch self {
        case .title, .clientID, .clientKeyID, .subject, .teamID, .keyID: "TEXT"
        case .issuer, .url, .origin, .authorizationURL, .tokenURL, .userInfoURL, .keysURL, .revocationURL,
            .supabaseURL:
            "URL"
        case .clientSecret, .supabaseKey: "SECRET"
        case .clientKey, .key: "PEM"
        case .clientAuthentication: "basic|post|private_key_jwt"
        case .scopes, .hosts, .issuers: "A,B,…"
        case .parameters: "A=B&…"
        case .sessionCheck: ProviderSignIn.Assurance.allCases.map(\.rawValue).joined(separator: "|")
        case .endSession: "on|off"
        case .simulation: SimulatedTokenService.Behaviour.allCases.map(\.rawValue).joined(separator: "|")
        }
    }
}
