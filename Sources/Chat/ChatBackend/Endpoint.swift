import HTTP

/// A method and a path with their handler.
struct Endpoint: Sendable {
    /// The placeholder for a parameter in a path.
    static let parameter = "{}"

    let method: Method
    let path: [String]
    /// The name of the entity in a 404 message.
    let subject: String
    let answer: @Sendable (ChatBackend, RoutedRequest) async throws -> Response
    /// Whether session access permits it without a session.
    var isPublic = false

    init(
        _ method: Method, _ path: String, _ subject: String,
        _ answer: @escaping @Sendable (ChatBackend, RoutedRequest) async throws -> Response
    ) {
        self.method = method
        self.path = path.unicodeScalars.split(separator: "/").map(String.init)
        self.subject = subject
        self.answer = answer
    }

    func withoutSession() -> Endpoint {
        var endpoint = self
        endpoint.isPublic = true
        return endpoint
    }

    /// The endpoints at a path, for any method; a literal segment takes precedence over a parameter.
    static func endpoints(at segments: [String], among all: [Endpoint]) -> [Endpoint] {
        let matching = all.filter { $0.matches(segments) }
        let fewestParameters = matching.map(\.parameterCount).min()
        return matching.filter { $0.parameterCount == fewestParameters }
    }

    /// The decoded segments at the positions of parameters.
    func parameters(of segments: [String]) -> [String] {
        zip(path, segments).compactMap { $0 == Self.parameter ? $1 : nil }
    }

    private var parameterCount: Int { path.count { $0 == Self.parameter } }

    /// Parameters are not empty, so a path with a trailing slash does not match.
    private func matches(_ segments: [String]) -> Bool {
        path.count == segments.count && zip(path, segments).allSatisfy { $0 == $1 || $0 == Self.parameter && $1 != "" }
    }
}

extension Endpoint {
    /// The routes of open access.
    static let open: [Endpoint] =
        shared + [
            Endpoint(.get, "/health", "Health") { try await $0.health($1) },
            Endpoint(.get, "/openapi.yaml", "Document") { backend, _ in backend.document() },
            Endpoint(.get, "/users/{}/bookmarks", "User") { try await $0.bookmarks($1) },
            Endpoint(.delete, "/conversations/{}/participants/{}", "Participant") {
                try await $0.removeParticipant($1)
            },
        ]

    /// The routes of session access.
    static let session: [Endpoint] =
        shared + [
            Endpoint(.get, "/health", "Health") { try await $0.healthOfDatabase($1) }.withoutSession(),
            Endpoint(.get, "/bookmarks", "User") { try await $0.ownBookmarks($1) },
            Endpoint(.post, "/conversations/{}/leave", "Participant") { try await $0.leave($1) },

            Endpoint(.get, "/api/auth/ok", "Session") { backend, _ in backend.passwordsWork() }.withoutSession(),
            Endpoint(.post, "/api/auth/sign-in/username", "Session") { try await $0.signIn($1) }.withoutSession(),
            Endpoint(.post, "/api/auth/sign-up/email", "Session") { try await $0.signUp($1) }.withoutSession(),
            Endpoint(.post, "/api/auth/change-password", "Session") { try await $0.changePassword($1) }
                .withoutSession(),
            Endpoint(.post, "/api/auth/sign-out", "Session") { try await $0.signOut($1) }.withoutSession(),
            Endpoint(.get, "/api/auth/get-session", "Session") { try await $0.session($1) }.withoutSession(),
        ]

    private static let shared: [Endpoint] = [
        Endpoint(.get, "/capabilities", "Service") { backend, _ in backend.capabilities() }.withoutSession(),
        Endpoint(.get, "/users", "User") { try await $0.users($1) }.withoutSession(),
        Endpoint(.post, "/users", "User") { try await $0.register($1) }.withoutSession(),
        Endpoint(.post, "/users/login", "User") { try await $0.login($1) }.withoutSession(),
        Endpoint(.get, "/users/{}", "User") { try await $0.user($1) }.withoutSession(),

        Endpoint(.get, "/conversations", "User") { try await $0.conversations($1) },
        Endpoint(.post, "/conversations", "User") { try await $0.createConversation($1) },
        Endpoint(.get, "/conversations/{}", "Conversation") { try await $0.conversation($1) },
        Endpoint(.patch, "/conversations/{}", "Conversation") { try await $0.editGroup($1) },
        Endpoint(.put, "/conversations/{}/participants/{}/role", "Participant") { try await $0.setRole($1) },
        Endpoint(.post, "/conversations/{}/participants", "Conversation or user") {
            try await $0.addParticipant($1)
        },

        Endpoint(.get, "/conversations/{}/messages", "Conversation") { try await $0.messages($1) },
        Endpoint(.post, "/conversations/{}/messages", "Conversation") { try await $0.send($1) },
        Endpoint(.post, "/conversations/{}/messages/{}/thread", "Message") { try await $0.openThread($1) },
        Endpoint(.patch, "/messages/{}", "Message") { try await $0.editMessage($1) },
        Endpoint(.delete, "/messages/{}", "Message") { try await $0.deleteMessage($1) },
        Endpoint(.get, "/conversations/{}/invites", "Conversation") { try await $0.invites($1) },
        Endpoint(.post, "/conversations/{}/invites", "Conversation") { try await $0.makeInvite($1) },
        Endpoint(.get, "/invites/{}", "Invitation") { try await $0.invitedGroup($1) },
        Endpoint(.delete, "/invites/{}", "Invitation") { try await $0.revokeInvite($1) },
        Endpoint(.post, "/invites/{}/join", "Invitation or user") { try await $0.join($1) },
        Endpoint(.get, "/groups/open", "User") { try await $0.openGroups($1) },
        Endpoint(.post, "/groups/open/{}/join", "Group or user") { try await $0.joinOpenGroup($1) },
        Endpoint(.get, "/pictures/{}", "Picture") { try await $0.picture($1) },
        Endpoint(.put, "/picture", "User") { try await $0.setOwnPicture($1) },
        Endpoint(.put, "/conversations/{}/picture", "Conversation") { try await $0.setPicture($1) },
        Endpoint(.get, "/conversations/{}/readers", "Conversation") { try await $0.readers($1) },
        Endpoint(.get, "/read-receipts", "User") { try await $0.readReceipts($1) },
        Endpoint(.put, "/read-receipts", "User") { try await $0.setReadReceipts($1) },
        Endpoint(.get, "/conversations/{}/pins", "Conversation") { try await $0.pins($1) },
        Endpoint(.put, "/messages/{}/pin", "Message") { try await $0.pinMessage($1) },
        Endpoint(.delete, "/messages/{}/pin", "Message") { try await $0.unpinMessage($1) },
        Endpoint(.get, "/messages/{}/versions", "Message") { try await $0.versions($1) },

        Endpoint(.get, "/files", "User") { try await $0.fileRoom($1) },
        Endpoint(.put, "/files/{}/content", "User") { try await $0.takePart($1) },
        Endpoint(.get, "/files/{}/content", "File") { try await $0.content($1) },
        Endpoint(.put, "/files/{}", "User") { try await $0.keepFile($1) },
        Endpoint(.get, "/files/{}", "File") { try await $0.file($1) },
        Endpoint(.delete, "/files/{}", "File") { try await $0.discardFile($1) },
        Endpoint(.get, "/conversations/{}/files", "Conversation") { try await $0.files($1) },

        Endpoint(.get, "/messages/{}/reactions", "Message") { try await $0.reactions($1) },
        Endpoint(.post, "/messages/{}/reactions", "Message") { try await $0.addReaction($1) },
        Endpoint(.delete, "/messages/{}/reactions/{}", "Reaction") { try await $0.removeReaction($1) },

        Endpoint(.post, "/conversations/{}/read", "Conversation") { try await $0.markRead($1) },
        Endpoint(.get, "/conversations/{}/unread-count", "Conversation") { try await $0.unreadCount($1) },

        Endpoint(.post, "/messages/{}/bookmarks", "Message") { try await $0.addBookmark($1) },
        Endpoint(.delete, "/messages/{}/bookmarks", "Bookmark") { try await $0.removeBookmark($1) },
    ]
}
