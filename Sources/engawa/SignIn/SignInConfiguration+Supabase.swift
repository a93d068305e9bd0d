import Accounts
import Cryptography
import HTTP
import OpenID

/// A configured Supabase project.
struct ChosenSupabase {
    let url: EndpointURL
    let key: Secret
    let columns: SupabaseColumns

    func project(_ provider: ProviderID, transport: any Transport) -> SupabaseProject {
        SupabaseProject(SupabaseAuth(provider, base: url, apiKey: key, columns: columns, transport: transport))
    }
}

extension SignInConfiguration {
    /// Adds a Supabase project to a provider, if configured.
    static func addSupabase(
        to chosen: inout ChosenProvider, _ id: SignInMethodID, _ settings: MethodSettings
    ) throws(ConfigurationError) {
        let columns = try settings.value(.supabaseColumns, of: id) { SupabaseColumns($0) } ?? .chat
        let isConfigured = try settings.secret(.supabaseKey, of: id) != nil
        guard isConfigured || settings.text(.supabaseURL, of: id) != nil else { return }
        let url = try url(.supabaseURL, id, settings)
        let key = try settings.requiredSecret(.supabaseKey, of: id)
        guard chosen.provider.scopes.contains("openid") || chosen.brand == .apple else {
            throw ConfigurationError(
                "\(MethodSettings.flag(.supabaseURL, id)): the provider must give ID tokens, which Supabase takes")
        }
        // Supabase receives the raw nonce and compares the hash.
        chosen.provider.nonceForm = .sha256
        chosen.endsProviderSession = false
        chosen.supabase = ChosenSupabase(url: url, key: key, columns: columns)
    }
}
