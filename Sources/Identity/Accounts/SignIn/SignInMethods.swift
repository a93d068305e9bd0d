/// The ways in that the operator has switched on, in the order in which the sign-in page shows them.
public struct SignInMethods: Sendable {
    /// Without proof, where that is wanted.
    public var userID: UserIDSignIn?
    public var passwords: [any PasswordMethod]
    public var providers: [ProviderSignIn]
    /// Makes accounts for one of `passwords`, where people may make their own.
    public var registration: (any PasswordRegistration)?
    /// The services behind ways in that are no providers, or whose sessions are kept by somebody else than the provider.
    public var otherKeepers: [SignInMethodID: any CredentialKeeper] = [:]

    public init(
        userID: UserIDSignIn? = nil, passwords: [any PasswordMethod] = [], providers: [ProviderSignIn] = [],
        registration: (any PasswordRegistration)? = nil
    ) {
        self.userID = userID
        self.passwords = passwords
        self.providers = providers
        self.registration = registration
    }

    /// Who keeps good what sessions hold, by way in.
    public var keepers: [SignInMethodID: any CredentialKeeper] {
        var keepers = otherKeepers
        for password in passwords where keepers[password.id] == nil {
            keepers[password.id] = password as? any CredentialKeeper
        }
        for provider in providers where keepers[provider.id] == nil { keepers[provider.id] = provider.keeper }
        return keepers
    }

    /// Who takes back what people have consented to, by way in.
    public var consents: [SignInMethodID: any CredentialKeeper] {
        Dictionary(providers.filter(\.keepsConsent).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    public func provider(_ id: SignInMethodID) -> ProviderSignIn? { providers.first { $0.id == id } }

    public func password(_ id: SignInMethodID) -> (any PasswordMethod)? { passwords.first { $0.id == id } }
}
