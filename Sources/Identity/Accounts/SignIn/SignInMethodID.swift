public import OpenID

/// The identifier of a sign-in method in routes, configuration, sessions and the audit log: `user-id`, `password`, or a
/// provider's name.
public struct SignInMethodID: Sendable, Hashable, CustomStringConvertible {
    public let provider: ProviderID

    /// 1–32 of `a-z`, `0-9` and `-`.
    public init?(_ text: some StringProtocol) {
        guard let provider = ProviderID(text) else { return nil }
        self.provider = provider
    }

    public init(_ provider: ProviderID) { self.provider = provider }

    private init(known text: StaticString) { provider = ProviderID(known: text) }

    public var description: String { provider.description }

    /// By name only, without proof.
    public static let userID = SignInMethodID(known: "user-id")
    /// With a password at the chat backend.
    public static let password = SignInMethodID(known: "password")
    /// With a passkey alone.
    public static let passkey = SignInMethodID(known: "passkey")
    /// With an e-mail address and a password at a token service.
    public static let tokenService = SignInMethodID(known: "token-service")
}
