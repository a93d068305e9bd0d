import Bytes

/// A session at a token service.
public struct TokenServiceSession: Sendable, Equatable {
    public let grant: TokenGrant
    public let identity: Identity
    public let profile: Profile

    /// Fails if neither the token nor the user in the response says whose session it is.
    init?(_ answer: TokenServiceAnswer, issuer: String) {
        let subject = answer.grant.subject ?? Self.id(answer.user)
        guard let identity = subject.flatMap({ Identity(issuer: issuer, subject: $0) }) else { return nil }
        self.identity = identity
        grant = answer.grant
        profile = Profile(answer.user)
    }

    /// A string or an integer.
    private static func id(_ user: JSON) -> String? {
        user["id"]?.string ?? user["id"]?.number.flatMap { Int64(exactly: $0) }.map { "\($0)" }
    }
}
