import Chat

extension Tour {
    /// The people of a tour; the stranger is in no conversation.
    struct People {
        let host: UserID
        let guest: UserID
        let stranger: UserID
        let nobody = UserID.random()
    }

    mutating func exercisePeople() async throws(ChatError) -> People {
        let users = repositories.users
        func newUser(_ name: String) throws(ChatError) -> NewUser {
            guard let alias = Alias("tour.\(name).\(suffix)"), let displayName = DisplayName("Tour's \(name)") else {
                throw ChatError(.invalid("the suffix makes no alias"), during: "register")
            }
            return NewUser(alias: alias, name: displayName, avatarURL: nil)
        }
        let newHost = try newUser("host")
        let newGuest = try newUser("guest")
        let newStranger = try newUser("other")
        let host = try await require("user-create") { try await users.register(newHost) }
        let guest = try await require("user-create-guest") { try await users.register(newGuest) }
        let stranger = try await require("user-create-stranger") { try await users.register(newStranger) }
        let people = People(host: host.id, guest: guest.id, stranger: stranger.id)
        await attempt("user-create-duplicate-alias") { try await users.register(newHost) }
        await attempt("users-list") { try await users.users() }
        await attempt("user-get") { try await users.user(people.host) }
        await attempt("user-get-unknown") { try await users.user(people.nobody) }
        await attempt("user-login") { try await users.user(alias: newHost.alias) }
        if let nobody = Alias("tour.nobody.\(suffix)") {
            await attempt("user-login-unknown") { try await users.user(alias: nobody) }
        }
        return people
    }

    mutating func exerciseConversations(_ people: People) async throws(ChatError) -> ConversationID {
        let conversations = repositories.conversations
        guard let name = DisplayName("Tour's group"),
            let direct = NewConversation(.direct, participants: [people.host, people.guest]),
            let group = NewConversation(.group(name: name), participants: [people.host, people.guest]),
            let haunted = NewConversation(.group(name: name), participants: [people.host, people.nobody])
        else { preconditionFailure("the tour's own values are valid") }
        await attempt("conversation-create-direct") { try await conversations.create(direct, as: people.host) }
        let id = try await require("conversation-create-group") {
            try await conversations.create(group, as: people.host).id
        }
        await attempt("conversation-create-unknown-participant") {
            try await conversations.create(haunted, as: people.host)
        }
        await attempt("conversations-list") { try await conversations.conversations(of: people.host) }
        await attempt("conversation-get") { try await conversations.conversation(id, as: people.host) }
        await attempt("conversation-get-unknown") { try await conversations.conversation(.random(), as: people.host) }
        return id
    }

    mutating func exerciseMessages(in group: ConversationID, _ people: People) async throws(ChatError) -> MessageID {
        let messages = repositories.messages
        func new(_ words: String, by sender: UserID, replyTo: MessageID? = nil) -> NewMessage {
            guard let text = try? MessageText(words) else { preconditionFailure("the tour's own words are valid") }
            return NewMessage(conversation: group, sender: sender, text: text, replyTo: replyTo)
        }
        let first = try await require("message-send") { try await messages.send(new("Hello", by: people.host)) }
        await attempt("message-send-reply") {
            try await messages.send(new("Hello 🎉\n縁側へようこそ", by: people.guest, replyTo: first.id))
        }
        await attempt("message-send-reply-unknown") {
            try await messages.send(new("To whom?", by: people.guest, replyTo: .random()))
        }
        await attempt("message-send-stranger") { try await messages.send(new("Let me in", by: people.stranger)) }
        await attempt("messages-list") {
            try await messages.messages(in: group, as: people.host, before: nil, limit: 50)
        }
        await attempt("messages-list-before") {
            try await messages.messages(in: group, as: people.host, before: first.createdAt, limit: 50)
        }
        await attempt("messages-list-stranger") {
            try await messages.messages(in: group, as: people.stranger, before: nil, limit: 50)
        }
        return first.id
    }

    mutating func exerciseReactions(to message: MessageID, in group: ConversationID, _ people: People) async {
        let reactions = repositories.reactions
        guard let emoji = Emoji("👩‍👩‍👧‍👦") else { preconditionFailure("the tour's own emoji is valid") }
        let text = emoji.description
        for name in ["reaction-add", "reaction-add-again"] {
            await attempt(name) { try await reactions.add(emoji, to: message, in: group, as: people.guest) }
        }
        await attempt("reaction-add-stranger") {
            try await reactions.add(emoji, to: message, in: group, as: people.stranger)
        }
        await attempt("reaction-add-unknown") {
            try await reactions.add(emoji, to: .random(), in: group, as: people.guest)
        }
        await attempt("reactions-list") { try await reactions.reactions(to: message, as: people.guest) }
        await attempt("reactions-list-unknown") { try await reactions.reactions(to: .random(), as: people.guest) }
        for name in ["reaction-delete", "reaction-delete-missing"] {
            await attempt(name) { try await reactions.remove(text, from: message, in: group, as: people.guest) }
        }
    }

    mutating func exerciseReadMarks(in group: ConversationID, _ message: MessageID, _ people: People) async {
        let marks = repositories.readMarks
        await attempt("unread-count") { try await marks.unreadCount(in: group, for: people.guest) }
        await attempt("unread-count-stranger") { try await marks.unreadCount(in: group, for: people.stranger) }
        await attempt("read-mark") { try await marks.mark(message, asReadIn: group, by: people.guest) }
        await attempt("read-mark-unknown-message") {
            try await marks.mark(.random(), asReadIn: group, by: people.guest)
        }
        await attempt("read-mark-stranger") { try await marks.mark(message, asReadIn: group, by: people.stranger) }
    }

    mutating func exerciseBookmarks(of message: MessageID, _ people: People) async {
        let bookmarks = repositories.bookmarks
        for name in ["bookmark-add", "bookmark-add-again"] {
            await attempt(name) { try await bookmarks.add(bookmark: message, by: people.guest) }
        }
        await attempt("bookmark-add-stranger") { try await bookmarks.add(bookmark: message, by: people.stranger) }
        await attempt("bookmark-add-unknown") { try await bookmarks.add(bookmark: .random(), by: people.guest) }
        await attempt("bookmarks-list") { try await bookmarks.bookmarks(of: people.guest) }
        for name in ["bookmark-delete", "bookmark-delete-missing"] {
            await attempt(name) { try await bookmarks.remove(bookmark: message, by: people.guest) }
        }
    }

    mutating func exerciseLeaving(_ group: ConversationID, _ message: MessageID, _ people: People) async {
        let (conversations, messages) = (repositories.conversations, repositories.messages)
        await attempt("participant-add") {
            try await conversations.add(people.stranger, as: .admin, to: group, by: people.host)
        }
        await attempt("participant-add-unknown-user") {
            try await conversations.add(people.nobody, as: .member, to: group, by: people.host)
        }
        await attempt("participant-add-unknown-conversation") {
            try await conversations.add(people.guest, as: .member, to: .random(), by: people.host)
        }
        for name in ["participant-remove", "participant-remove-again"] {
            await attempt(name) { try await conversations.remove(people.stranger, from: group, by: people.host) }
        }
        await attempt("participant-remove-unknown") {
            try await conversations.remove(people.nobody, from: group, by: people.host)
        }
        await attempt("messages-list-after-leave") {
            try await messages.messages(in: group, as: people.host, before: nil, limit: 3)
        }
        await attempt("message-delete-by-other") { try await messages.delete(message, in: group, as: people.guest) }
        for name in ["message-delete", "message-delete-again"] {
            await attempt(name) { try await messages.delete(message, in: group, as: people.host) }
        }
        await attempt("message-delete-unknown") { try await messages.delete(.random(), in: group, as: people.host) }
        await attempt("participant-leave") {
            try await conversations.remove(people.guest, from: group, by: people.guest)
        }
    }
}
