import Bytes

/// A session at a token service.
public struct TokenServiceSession: Sendable, Equatable {
    public let grant: TokenGrant
    /// `nil` if the service does not return it.
    public let identity: Identity?
    public let profile: Profile

    /// - Parameter answer: the response with the tokens.
    init(_ grant: TokenGrant, _ answer: JSON, issuer: String) {
        self.grant = grant
        let user = answer["user"] ?? [:]
        let subject = grant.subject ?? Self.id(user)
        identity = subject.flatMap { Identity(issuer: issuer, subject: $0) }
        profile = Profile(user)
    }

    /// A string or an integer.
    private static func id(_ user: JSON) -> String? {
        user["id"]?.string ?? user["id"]?.number.flatMap { Int64(exactly: $0) }.map { "\($0)" }
    }
}
