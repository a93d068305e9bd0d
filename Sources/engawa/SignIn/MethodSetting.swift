/// Something that the operator says about one way in: `--sign-in-NAME-SETTING`, or `ENGAWA_SIGN_IN_NAME_SETTING`.
enum MethodSetting: String, CaseIterable {
    case title
    case issuer
    case clientID = "client-id"
    case clientSecret = "client-secret"
    case clientAuthentication = "client-authentication"
    case scopes
    case hosts
    case url
    case origin

    static let flagPrefix = "--sign-in-"
    static let variablePrefix = "ENGAWA_SIGN_IN_"
    /// A secret may be in a file instead, whose path is the value of the setting with this ending.
    static let fileEnding = "-file"

    /// Whether it may stand in a file, and may not stand in a flag, which every user of the machine can read.
    var isSecret: Bool {
        switch self {
        case .clientSecret: true
        default: false
        }
    }

    var placeholder: String {
        switch self {
        case .title, .clientID: "TEXT"
        case .issuer, .url, .origin: "URL"
        case .clientSecret: "SECRET"
        case .clientAuthentication: "basic|post"
        case .scopes, .hosts: "A,B,…"
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
        case .url: "token-service: where /auth/login and its other routes begin"
        case .origin: "password: what the backend takes for its own pages (where it is reached)"
        case .hosts: "hosts beside the issuer's own that may be asked"
        }
    }
}
