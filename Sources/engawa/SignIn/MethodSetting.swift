import Accounts

/// A setting of one sign-in method: `--sign-in-NAME-SETTING`, or `ENGAWA_SIGN_IN_NAME_SETTING`.
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
    case simulation
    case origin
    case supabaseURL = "supabase-url"
    case supabaseKey = "supabase-key"
    case supabaseColumns = "supabase-columns"
    case ca
    case pin
    case overHTTP = "over-http"

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

    /// The setting of a flag such as `--sign-in-corp-client-id`, whatever the method's name.
    static func named(inFlag flag: String) -> (setting: MethodSetting, isFile: Bool)? {
        let isFile = flag.hasSuffix(fileEnding)
        let name = isFile ? String(flag.dropLast(fileEnding.count)) : flag
        // `key-id` and `client-key-id` end alike.
        return allCases.filter { name.hasSuffix("-\($0.rawValue)") && (!isFile || $0.isSecret) }
            .max { $0.rawValue.count < $1.rawValue.count }.map { ($0, isFile) }
    }

    /// What it is; the default is in parentheses.
    var help: String {
        switch self {
        case .title: "the label of the button (NAME)"
        case .issuer: "OpenID Connect: the provider's issuer, exactly as in its discovery document"
        case .clientID: "the client ID of this site at the provider"
        case .clientSecret: "the client secret; a variable or a file, never a flag"
        case .clientAuthentication: "the client authentication method (basic)"
        case .scopes: "the requested scopes (openid,profile,email)"
        case .clientKey: "instead of the secret, a private key on P-256 or of RSA; a variable or a file"
        case .clientKeyID: "the identifier of that key at the provider"
        case .hosts: "permitted hosts besides the issuer's own"
        case .issuers: "other names of the issuer"
        case .parameters: "additional request parameters, such as access_type=offline"
        case .authorizationURL: "Plain OAuth 2.0: the authorization endpoint; with the two below instead of an issuer"
        case .tokenURL: "the token endpoint"
        case .userInfoURL: "the userinfo endpoint"
        case .keysURL: "for ID tokens without discovery: the URL of the provider's keys"
        case .revocationURL: "the revocation endpoint"
        case .subject: "the member of userinfo that identifies the person permanently (sub)"
        case .sessionCheck: "how to detect the end of a session at the provider (userinfo)"
        case .endSession: "whether sign-out redirects to the provider's own sign-out (on)"
        case .teamID: "Apple: the developer team"
        case .keyID: "Apple: the identifier of the key"
        case .key: "Apple: the key file's content; a variable or a file"
        case .url: "Token-service: the base URL of /auth/login and its other routes; apple: a test server"
        case .simulation: "token-service, in development mode: simulates the service instead of asking one at a URL"
        case .origin: "password: the Origin that the backend expects (the backend's own)"
        case .supabaseURL: "a Supabase project that accepts the provider's ID token under the sign-in method's name"
        case .supabaseKey: "the project's anonymous key; a variable or a file"
        case .supabaseColumns:
            """
            the columns of the project's table users: those of chat (id, id_alias, name, avatar_url), of profile (id, \
            apple_id, email, display_name, settings), or any others by what they hold (chat)
            """
        case .ca: "providers and token-service: certificate authorities in PEM, trusted beside the system's"
        case .pin: "providers and token-service: public keys of which each of its servers has one (any key)"
        case .overHTTP:
            "user-id: whether people on other machines may use it over http, in the open, in production (off)"
        }
    }
}
