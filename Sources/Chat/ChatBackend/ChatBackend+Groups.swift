import Chat
import HTTP

extension ChatBackend {
    /// Changes a group's name, description, and what is for its admins only; what is missing stays.
    func editGroup(_ request: RoutedRequest) async throws -> Response {
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        let body = try request.body()
        let caller = try request.caller(body, "userId")
        var edit = GroupEdit()
        edit.name = try body.optionalString("name").map(Self.displayName)
        if let text = try body.optionalString("description") {
            guard text.unicodeScalars.count <= GroupDescription.maximumCharacters,
                let description = GroupDescription(text)
            else {
                throw ErrorResponse.badRequest(
                    "description must be at most \(GroupDescription.maximumCharacters) characters, without NUL",
                    at: "description")
            }
            edit.description = description
        }
        if let names = try body.optionalStrings("adminsOnly") {
            let actions = AdminsOnly(names: names)
            guard Set(names) == Set(actions.names) else {
                throw ErrorResponse.badRequest(
                    "adminsOnly may name \(AdminsOnly.all.map(\.name).joined(separator: ", "))", at: "adminsOnly")
            }
            edit.adminsOnly = actions
        }
        edit.isOpen = try body.optionalBool("isOpen")
        edit.hasThreads = try body.optionalBool("hasThreads")
        try await repositories.groups.edit(conversation, edit, as: caller)
        return Response(.noContent)
    }

    /// The open groups that the caller may join.
    func openGroups(_ request: RoutedRequest) async throws -> Response {
        let caller = try request.caller()
        let words = request.http.target.query["q"] ?? ""
        guard words.unicodeScalars.count <= SearchQuery.maximumCharacters else {
            throw ErrorResponse.badRequest("q must be at most \(SearchQuery.maximumCharacters) characters", at: "q")
        }
        // Without words all are listed.
        return .json(.ok, try await repositories.openGroups.groups(matching: SearchQuery(words), as: caller))
    }

    /// Joins an open group.
    func joinOpenGroup(_ request: RoutedRequest) async throws -> Response {
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        let body = try request.body()
        try await repositories.openGroups.join(conversation, as: request.caller(body, "userId"))
        return Response(.noContent)
    }

    /// Makes a member an admin, or an admin a member.
    func setRole(_ request: RoutedRequest) async throws -> Response {
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        let person: UserID = try request.identifier(1, of: "Participant")
        let body = try request.body()
        let caller = try request.caller(body, "userId")
        guard let role = Role(rawValue: try body.string("role")) else {
            throw ErrorResponse.badRequest("role must be 'member' or 'admin'", at: "role")
        }
        try await repositories.groups.set(role, of: person, in: conversation, as: caller)
        return Response(.noContent)
    }
}
