import Accounts
import OpenID

extension MethodSetting {
    /// What its values are.
    var form: ValueForm {
        switch self {
        case .title: .text("Example Inc.")
        case .issuer: .endpoint("https://login.example.org")
        case .clientID: .text("engawa")
        case .clientSecret: .secret("the secret that the provider gave", file: "client-secret")
        case .clientAuthentication: .choice(of: ["basic", "post", "private_key_jwt"], example: "post")
        case .scopes: .list("openid,profile,email")
        case .clientKey: .secret("a private key on P-256 or of RSA in PEM", file: "client-key.pem")
        case .clientKeyID: .text("engawa-2026")
        case .hosts: .list("keys.example.org,api.example.org")
        case .issuers: .list("https://accounts.example.org")
        case .parameters:
            ValueForm(
                "A=B&…", "a query of at most \(SignInConfiguration.maximumParameters) parameters",
                example: "access_type=offline")
        case .authorizationURL: .endpoint("https://login.example.org/authorize")
        case .tokenURL: .endpoint("https://login.example.org/token")
        case .userInfoURL: .endpoint("https://login.example.org/userinfo")
        case .keysURL: .endpoint("https://login.example.org/keys")
        case .revocationURL: .endpoint("https://login.example.org/revoke")
        case .subject: .text("id")
        case .sessionCheck: .choice(ProviderSignIn.Assurance.userInfo)
        case .endSession: .onOff
        case .teamID: .text("A1B2C3D4E5")
        case .keyID: .text("F6G7H8I9J0")
        case .key: .secret("a private key on P-256 in PEM, as Apple issues it", file: "apple.p8")
        case .url: .endpoint("https://accounts.example.org/api")
        case .simulation: .choice(SimulatedTokenService.Behaviour.failing)
        case .origin:
            ValueForm("URL", "an http or https URL without a path", example: "https://chat.example.org")
        case .supabaseURL: .endpoint("https://project.supabase.co")
        case .supabaseKey: .secret("the anonymous key of the project", file: "supabase-key")
        case .supabaseColumns:
            ValueForm(
                "chat|profile|CONTENT=COLUMN,…",
                """
                \(SupabaseColumns.named.map(\.0).joined(separator: ", ")), or a list of different columns, separated by \
                commas, each with what it holds: \(SupabaseColumns.Content.allCases.map(\.rawValue).joined(separator: ", "))
                """, example: "name=display_name,email=email")
        case .ca: .authorities(example: "/etc/engawa/provider-ca.pem")
        case .pin: .pins
        case .overHTTP: .onOff
        }
    }

    /// What the values of the setting of a secret's file are.
    var fileForm: ValueForm { .file("a file with \(form.words)", example: form.fileExample) }
}

extension ValueForm {
    private static let secretsFolder = "/etc/engawa/"

    fileprivate static func text(_ example: String) -> ValueForm { ValueForm("TEXT", "a text", example: example) }

    fileprivate static func list(_ example: String) -> ValueForm {
        ValueForm("A,B,…", "a list of texts, separated by commas, of which none is empty", example: example)
    }

    fileprivate static func endpoint(_ example: String) -> ValueForm {
        ValueForm("URL", "an https URL, or an http URL of this machine", example: example)
    }

    /// - Parameter file: the name of a file that holds it.
    fileprivate static func secret(_ words: String, file: String) -> ValueForm {
        ValueForm("SECRET", words, example: "$(cat \(secretsFolder)\(file))")
    }

    /// The file in the example of a secret.
    fileprivate var fileExample: String { String(example.dropFirst("$(cat ".count).dropLast()) }
}
