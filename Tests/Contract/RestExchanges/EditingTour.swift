import Chat
import ChatREST

/// Calls the operations that change or pin messages and that change groups, and lets each of them fail.
struct EditingTour {
    let repositories: Repositories

    func run() async throws {
        let (alice, stranger) = (try await person("editing.alice"), try await person("editing.stranger"))
        guard let direct = NewConversation(.direct, participants: [alice]) else { return }
        let conversation = try await repositories.conversations.create(direct, as: alice).id
        let sent = try await repositories.messages.send(
            NewMessage(conversation: conversation, sender: alice, text: try MessageText("縁側")))
        let editing = repositories.editing
        func edit(_ text: MessageText, as user: UserID) async throws -> Message {
            try await editing.edit(sent.id, in: conversation, to: text, as: user)
        }
        for number in 0...MessageLimits.maximumVersions {
            _ = try? await edit(MessageText("縁側 \(number)"), as: alice)
        }
        _ = try? await edit(.none, as: alice)
        _ = try? await edit(MessageText("no"), as: stranger)
        _ = try await editing.versions(of: sent.id, in: conversation, as: alice)
        _ = try? await editing.versions(of: sent.id, in: conversation, as: stranger)
        _ = try? await editing.versions(of: .random(), in: conversation, as: alice)
        let pins = repositories.pins
        for _ in 0..<2 { try await pins.pin(sent.id, in: conversation, as: alice) }
        _ = try? await pins.pin(sent.id, in: conversation, as: stranger)
        _ = try? await pins.pin(.random(), in: conversation, as: alice)
        _ = try await pins.pins(in: conversation, as: alice)
        _ = try? await pins.pins(in: conversation, as: stranger)
        _ = try await repositories.conversations.conversation(conversation, as: alice)
        for number in 0..<MessageLimits.maximumPins {
            let other = try await repositories.messages.send(
                NewMessage(conversation: conversation, sender: alice, text: try MessageText("\(number)")))
            _ = try? await pins.pin(other.id, in: conversation, as: alice)
        }
        for _ in 0..<2 { try await pins.unpin(sent.id, in: conversation, as: alice) }
        _ = try? await pins.unpin(sent.id, in: conversation, as: stranger)
        _ = try? await pins.unpin(.random(), in: conversation, as: alice)
        try await repositories.messages.delete(sent.id, in: conversation, as: alice)
        _ = try? await edit(MessageText("no"), as: alice)
        try await changeGroup(by: alice, stranger)
    }

    private func changeGroup(by alice: UserID, _ stranger: UserID) async throws {
        let (bob, other) = (try await person("editing.bob"), try await person("editing.other"))
        let (chat, groups) = (repositories.conversations, repositories.groups)
        guard let name = DisplayName("町内会"), let description = GroupDescription("みんなの町内会"),
            let new = NewConversation(.group(name: name), participants: [alice, bob])
        else { return }
        let group = try await chat.create(new, as: alice).id
        _ = try await chat.add(alice, as: .admin, to: group, by: alice)
        let edit = GroupEdit(name: name, description: description, adminsOnly: [.post, .add, .pin])
        try await groups.edit(group, edit, as: alice)
        try await groups.edit(group, GroupEdit(name: DisplayName("自治会")), as: alice)
        _ = try await chat.conversation(group, as: alice)
        for user in [bob, stranger] {
            _ = try? await groups.edit(group, edit, as: user)
            _ = try? await groups.set(.admin, of: user, in: group, as: user)
            _ = try? await repositories.messages.send(
                NewMessage(conversation: group, sender: user, text: try MessageText("no")))
            _ = try? await chat.add(other, as: .member, to: group, by: user)
        }
        _ = try? await groups.set(.admin, of: stranger, in: group, as: alice)
        _ = try? await groups.set(.member, of: alice, in: group, as: alice)
        try await groups.set(.admin, of: bob, in: group, as: alice)
        try await groups.set(.member, of: bob, in: group, as: alice)
        let sent = try await repositories.messages.send(
            NewMessage(conversation: group, sender: alice, text: try MessageText("お知らせ")))
        _ = try? await repositories.pins.pin(sent.id, in: group, as: bob)
        try await repositories.pins.pin(sent.id, in: group, as: alice)
        _ = try await repositories.messages.messages(in: group, as: bob, before: nil, limit: 50)
        try await read(sent.id, in: group, alice, bob, stranger)
        try await openThreads(of: sent.id, in: group, alice, bob, stranger)
        try await invite(to: group, alice, bob, stranger)
        try await open(group, by: alice, for: other)
        try await picture(group, alice, bob, stranger)
        _ = try await chat.remove(alice, from: group, by: alice)
        _ = try await repositories.messages.messages(in: group, as: bob, before: nil, limit: 50)
    }

    private func read(
        _ message: MessageID, in group: ConversationID, _ alice: UserID, _ bob: UserID, _ stranger: UserID
    ) async throws {
        let receipts = repositories.receipts
        _ = try await repositories.readMarks.mark(message, asReadIn: group, by: bob)
        _ = try await receipts.readers(of: group, as: alice)
        _ = try? await receipts.readers(of: group, as: stranger)
        try await receipts.setShowsReading(false, of: alice)
        _ = try? await receipts.setShowsReading(false, of: .random())
        _ = try await receipts.readers(of: group, as: alice)
        for user in [alice, .random()] { _ = try? await receipts.showsReading(user) }
    }

    private func openThreads(
        of message: MessageID, in group: ConversationID, _ alice: UserID, _ bob: UserID, _ stranger: UserID
    ) async throws {
        let (chat, groups) = (repositories.conversations, repositories.groups)
        let (threads, messages) = (repositories.threads, repositories.messages)
        _ = try? await threads.open(message, in: group, as: bob)
        try await groups.edit(group, GroupEdit(hasThreads: true), as: alice)
        let thread = try await threads.open(message, in: group, as: bob).conversation
        for user in [alice, stranger] { _ = try? await threads.open(message, in: group, as: user) }
        _ = try? await threads.open(.random(), in: group, as: alice)
        let reply = try await messages.send(
            NewMessage(conversation: thread, sender: alice, text: try MessageText("ありがとう")))
        _ = try? await threads.open(reply.id, in: thread, as: alice)
        _ = try await messages.messages(in: group, as: alice, before: nil, limit: 50)
        _ = try await chat.conversation(group, as: alice)
        _ = try await chat.conversations(of: bob)
        for user in [alice, stranger] { _ = try? await chat.add(user, as: .member, to: thread, by: alice) }
        _ = try await chat.remove(bob, from: thread, by: bob)
        try await groups.edit(group, GroupEdit(hasThreads: false), as: alice)
        let other = try await messages.send(
            NewMessage(conversation: group, sender: alice, text: try MessageText("もう一つ")))
        _ = try? await threads.open(other.id, in: group, as: alice)
        try await messages.delete(other.id, in: group, as: alice)
        _ = try? await threads.open(other.id, in: group, as: alice)
    }

    private func invite(to group: ConversationID, _ alice: UserID, _ bob: UserID, _ stranger: UserID) async throws {
        let invites = repositories.invites
        guard let new = NewInvite(lifetime: .seconds(3_600), maximumUses: 2),
            let endless = NewInvite(lifetime: NewInvite.maximumLifetime, maximumUses: nil)
        else { return }
        let made = try await invites.invite(to: group, new, as: alice)
        for user in [bob, stranger] {
            _ = try? await invites.invite(to: group, new, as: user)
            _ = try? await invites.invites(to: group, as: user)
            _ = try? await invites.revoke(made.id, as: user)
        }
        _ = try await invites.group(invitedBy: made.id, as: bob)
        _ = try? await invites.group(invitedBy: .random(), as: bob)
        _ = try await invites.join(by: made.id, as: stranger)
        _ = try? await invites.join(by: .random(), as: stranger)
        for _ in 1...MessageLimits.maximumInvites { _ = try? await invites.invite(to: group, endless, as: alice) }
        _ = try await invites.invites(to: group, as: alice)
        try await invites.revoke(made.id, as: alice)
    }

    private func open(_ group: ConversationID, by alice: UserID, for other: UserID) async throws {
        let (open, groups) = (repositories.openGroups, repositories.groups)
        _ = try? await open.join(group, as: other)
        try await groups.edit(group, GroupEdit(isOpen: true), as: alice)
        for query in [nil, SearchQuery("自治会"), SearchQuery("nowhere")] {
            _ = try await open.groups(matching: query, as: other)
        }
        try await open.join(group, as: other)
        _ = try? await open.join(group, as: .random())
        _ = try await repositories.conversations.conversation(group, as: other)
        try await groups.edit(group, GroupEdit(isOpen: false), as: alice)
    }

    private func picture(_ group: ConversationID, _ alice: UserID, _ bob: UserID, _ stranger: UserID) async throws {
        let pictures = repositories.pictures
        for picture in [StoredPicture(Array("縁側".utf8)), nil] {
            try await pictures.set(picture, of: alice)
            _ = try? await pictures.set(picture, of: .random())
            try await pictures.set(picture, of: group, as: alice)
            for user in [bob, .random()] { _ = try? await pictures.set(picture, of: group, as: user) }
            let conversation = try await repositories.conversations.conversation(group, as: alice)
            let own = try await repositories.users.user(alice).picture
            for id in [conversation.picture, own, .random()].compactMap({ $0 }) {
                for user in [alice, stranger] { _ = try? await pictures.picture(id, as: user) }
            }
        }
    }

    private func person(_ alias: String) async throws -> UserID {
        guard let alias = Alias(alias), let name = DisplayName(alias.description) else {
            preconditionFailure("the values are valid")
        }
        return try await repositories.users.register(NewUser(alias: alias, name: name, avatarURL: nil)).id
    }
}
