/// The ways in that the operator has switched on, in the order in which the sign-in page shows them.
public struct SignInMethods: Sendable {
    /// Without proof, where that is wanted.
    public var userID: UserIDSignIn?
    public var passwords: [any PasswordMethod]
    public var providers: [ProviderSignIn]

    public init(
        userID: UserIDSignIn? = nil, passwords: [any PasswordMethod] = [], providers: [ProviderSignIn] = []
    ) {
        self.userID = userID
        self.passwords = passwords
        self.providers = providers
    }

    public func provider(_ id: SignInMethodID) -> ProviderSignIn? { providers.first { $0.id == id } }

    public func password(_ id: SignInMethodID) -> (any PasswordMethod)? { passwords.first { $0.id == id } }
}
