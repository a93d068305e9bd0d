/// Knows who is signed in.
public protocol CurrentUserProvider: Sendable {
    /// `nil` if nobody is signed in.
    var currentUserID: UserID? { get async }
}

extension CurrentUserProvider {
    /// The profile of the person who is signed in, as it is now.
    ///
    /// - Throws: `.unauthenticated` if nobody is signed in; `.notFound` if the user was deleted.
    public func currentUser(in users: any UserRepository) async throws(ChatError) -> User {
        guard let id = await currentUserID else { throw ChatError(.unauthenticated, during: "currentUser") }
        return try await users.user(id)
    }
}
