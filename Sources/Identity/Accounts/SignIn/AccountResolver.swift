public import Chat
import OpenID

/// Finds the user of the chat for a proof.
public struct AccountResolver: Sendable {
    private let users: any UserRepository
    private let identities: Identities

    public init(users: any UserRepository, identities: Identities) {
        self.users = users
        self.identities = identities
    }

    /// The user; `nil` for an identity that is not linked yet.
    public func user(of proof: Proof) async throws -> User? {
        switch proof.subject {
        case .user(let user): return user
        case .identity(let identity):
            guard let id = try await identities.user(of: identity) else { return try await claimed(proof, identity) }
            if let user = try await users.existing(id) { return user }
            // The linked user has been deleted from the chat, so the identity is unlinked.
            _ = try await identities.unlink(identity, from: id)
            return nil
        }
    }

    /// The user that the service itself names; links the identity to them.
    private func claimed(_ proof: Proof, _ identity: Identity) async throws -> User? {
        guard let id = proof.claimedUser, let user = try await users.existing(id) else { return nil }
        // The service names the user at each sign-in, so signing in does not depend on the link.
        try? await identities.link(identity, to: id, method: proof.method, label: proof.profile.email)
        return user
    }
}
