/// The enabled sign-in methods, in the order of the sign-in page.
public struct SignInMethods: Sendable {
    /// Sign-in without proof, if enabled.
    public var userID: UserIDSignIn?
    public var passwords: [any PasswordMethod]
    public var providers: [ProviderSignIn]
    /// Creates accounts for one of `passwords`, if sign-up is enabled.
    public var registration: BackendPasswords?
    /// The credential providers of sign-in methods other than `providers`, or that replace a provider's.
    public var otherCredentialProviders: [SignInMethodID: any CredentialProvider] = [:]

    public init(
        userID: UserIDSignIn? = nil, passwords: [any PasswordMethod] = [], providers: [ProviderSignIn] = [],
        registration: BackendPasswords? = nil
    ) {
        self.userID = userID
        self.passwords = passwords
        self.providers = providers
        self.registration = registration
    }

    /// The credential providers by sign-in method.
    public var credentialProviders: [SignInMethodID: any CredentialProvider] {
        var credentialProviders = otherCredentialProviders
        for password in passwords where credentialProviders[password.id] == nil {
            credentialProviders[password.id] = password as? any CredentialProvider
        }
        for provider in providers where credentialProviders[provider.id] == nil {
            credentialProviders[provider.id] = provider.credentialProvider
        }
        return credentialProviders
    }

    /// The credential providers that withdraw consents, by sign-in method.
    public var consents: [SignInMethodID: any CredentialProvider] {
        Dictionary(providers.filter(\.keepsConsent).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    public func provider(_ id: SignInMethodID) -> ProviderSignIn? { providers.first { $0.id == id } }

    public func password(_ id: SignInMethodID) -> (any PasswordMethod)? { passwords.first { $0.id == id } }
}
