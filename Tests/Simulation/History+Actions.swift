import Chat

@testable import Live

extension History {
    /// Something happens, somewhere.
    func act() {
        guard let user = pick(backend.users)?.id, let gateway = pick(gateways), let browser = pick(browsers),
            let room = pick(backend.rooms)
        else { return }
        switch Int(next() % 50) {
        case 0..<5: say(user, room, gateway)
        case 5..<8: if hasOthers { sayElsewhere(user, room) }
        case 8..<10: react(user, room, gateway)
        case 10..<12: delete(room, gateway)
        case 12..<15: changeMembers(user, room, gateway)
        case 15: create(user, gateway)
        case 16..<18: mark(user, room, gateway)
        case 18..<20:
            begin("page of \(user.short)") { _ = try await Self.page(of: user, in: room.id, at: gateway.live) }
        case 20..<22: begin("load \(browser.name)") { await browser.load() }
        case 22..<25:
            if browser.isConnected {
                trace("disconnect \(browser.name)")
                browser.disconnect()
            } else {
                begin("connect \(browser.name)") { await browser.connect() }
            }
        case 25..<29: browser.read()
        case 29..<34:
            passTime(.milliseconds(pick([0, 1, 400, 1_200, 6_000, 35_000]) ?? 0))
            gateway.tick()
        case 34..<36: for _ in 0..<3 { _ = backend.letOneArrive() }
        case 36: changeWeather()
        case 37: gateway.live.type(user, in: room.id)
        case 38: if chance(20) { passTime(.seconds(1_200)) }
        case 39: start(user, gateway)
        case 40..<43: write(user, room, Int(next() % UInt64(gateways.count)))
        case 43..<45: sendAgain()
        case 45..<47: edit(room, gateway)
        case 47: pin(user, room, gateway)
        case 48: changeGroup(user, room, gateway)
        default: if chance(20) { restart(Int(next() % UInt64(gateways.count))) }
        }
    }

    private func say(_ user: UserID, _ room: Backend.Room, _ gateway: Gateway) {
        guard let text = try? MessageText("here \(next() % 1_000)") else { return }
        begin("say \(user.short) in \(room.name)") {
            _ = try await gateway.live.repositories.messages.send(
                NewMessage(conversation: room.id, sender: user, text: text))
        }
    }

    private func sayElsewhere(_ user: UserID, _ room: Backend.Room) {
        guard room.hasMember(user) else { return }
        let count = chance(10) ? Int(next() % 260) : 1
        trace("\(count) said elsewhere in \(room.name)")
        for _ in 0..<count { _ = backend.post(.text(sender: user, text: "elsewhere"), in: room.id) }
    }

    private func react(_ user: UserID, _ room: Backend.Room, _ gateway: Gateway) {
        guard let message = pick(seen(in: room)), message.sender != nil, room.hasMember(user),
            let emoji = Emoji(chance(50) ? "👍" : "🎉")
        else { return }
        if hasOthers, chance(50) {
            _ = try? backend.react(emoji.description, to: message.id, in: room.id, by: user)
        } else {
            begin("react") {
                _ = try await gateway.live.repositories.reactions.add(emoji, to: message.id, in: room.id, as: user)
            }
        }
    }

    private func edit(_ room: Backend.Room, _ gateway: Gateway) {
        guard let message = pick(seen(in: room)), let sender = message.sender, room.hasMember(sender),
            let text = try? MessageText("edited \(next() % 1_000)"),
            !(message.text ?? "").hasPrefix(Self.beginning)
        else { return }
        if hasOthers, chance(50) {
            trace("\(message.id.short) edited elsewhere")
            _ = try? backend.edit(message.id, in: room.id, to: text.description)
        } else {
            begin("edit \(message.id.short)") {
                _ = try await gateway.live.repositories.editing.edit(message.id, in: room.id, to: text, as: sender)
            }
        }
    }

    private func pin(_ user: UserID, _ room: Backend.Room, _ gateway: Gateway) {
        guard let message = pick(seen(in: room)), message.sender != nil, room.hasMember(user) else { return }
        let isPinned = room.pinned.contains(message.id)
        begin("\(isPinned ? "unpin" : "pin") \(message.id.short)") {
            let pins = gateway.live.repositories.pins
            if isPinned {
                try await pins.unpin(message.id, in: room.id, as: user)
            } else {
                try await pins.pin(message.id, in: room.id, as: user)
            }
        }
    }

    private func changeGroup(_ user: UserID, _ room: Backend.Room, _ gateway: Gateway) {
        guard room.kind == .group, room.hasMember(user) else { return }
        if let name = DisplayName("name \(next() % 1_000)"), chance(50) {
            if hasOthers, chance(50) {
                trace("\(room.id.short) renamed elsewhere")
                return backend.rename(room.id, to: name.description, by: user)
            }
            begin("rename \(room.id.short)") {
                try await gateway.live.repositories.groups.edit(room.id, GroupEdit(name: name), as: user)
            }
        } else if let person = pick(room.conversation.activeParticipants) {
            let role: Role = person.role == .admin ? .member : .admin
            begin("\(person.user.id.short) becomes \(role)") {
                try await gateway.live.repositories.groups.set(role, of: person.user.id, in: room.id, as: user)
            }
        }
    }

    /// What somebody sees of a room, who may react to it or delete it. Elsewhere all can be seen.
    private func seen(in room: Backend.Room) -> ArraySlice<Message> {
        guard !hasOthers else { return room.messages.suffix(20) }
        let shown = browsers.filter { $0.room == room.id }.flatMap { $0.page?.messages ?? [] }
        return shown.suffix(20)
    }

    private func delete(_ room: Backend.Room, _ gateway: Gateway) {
        guard let message = pick(seen(in: room)), let sender = message.sender, room.hasMember(sender) else {
            return
        }
        if hasOthers, chance(50) {
            trace("deleted elsewhere")
            try? backend.delete(message.id, in: room.id)
        } else {
            begin("delete") {
                try await gateway.live.repositories.messages.delete(message.id, in: room.id, as: sender)
            }
        }
    }

    private func changeMembers(_ user: UserID, _ room: Backend.Room, _ gateway: Gateway) {
        let isMember = room.hasMember(user)
        // Nobody joins a direct conversation later.
        guard isMember || room.kind == .group else { return }
        guard let actor = room.conversation.activeParticipants.first?.user.id else {
            if hasOthers { backend.admit(user, to: room.id) }
            return
        }
        // Now and then somebody leaves; mostly people come.
        guard !isMember || chance(50) else { return }
        if hasOthers, chance(50) {
            trace("\(user.short) \(isMember ? "leaves" : "joins") \(room.name) elsewhere")
            if isMember { backend.dismiss(user, from: room.id) } else { backend.admit(user, to: room.id) }
            return
        }
        begin("\(user.short) \(isMember ? "leaves" : "joins") \(room.name)") { [backend] in
            let conversations = gateway.live.repositories.conversations
            if isMember {
                _ = try await conversations.remove(user, from: room.id, by: actor)
                backend.noteDeparture(of: user, from: room.id, at: gateway.number)
            } else {
                _ = try await conversations.add(user, as: .admin, to: room.id, by: actor)
            }
        }
    }

    private func create(_ user: UserID, _ gateway: Gateway) {
        guard backend.rooms.count < 5 else { return }
        let members = [user] + backend.users.map(\.id).filter { _ in chance(60) }
        if hasOthers, chance(50) {
            trace("created elsewhere")
            _ = backend.createRoom(Array(Set(members)).sorted())
        } else if let name = DisplayName("room"), let new = NewConversation(.group(name: name), participants: members) {
            begin("create") { _ = try await gateway.live.repositories.conversations.create(new, as: user) }
        }
    }

    private func mark(_ user: UserID, _ room: Backend.Room, _ gateway: Gateway) {
        guard room.hasMember(user), let message = pick(room.messages.suffix(10)),
            backend.isUnread(message.id, in: room.id, by: user)
        else { return }
        if hasOthers, chance(40) {
            trace("\(user.short) reads \(message.id.short) elsewhere")
            try? backend.mark(message.id, in: room.id, by: user)
        } else {
            begin("\(user.short) reads \(message.id.short)") {
                _ = try await gateway.live.repositories.readMarks.mark(message.id, asReadIn: room.id, by: user)
            }
        }
    }

    /// A page that nobody keeps open.
    private static func page(of user: UserID, in room: ConversationID, at live: Live) async throws {
        let repositories = live.repositories
        let list = try await repositories.conversations.conversations(of: user)
        let mine = list.filter { $0.activeParticipant(user) != nil }.map(\.id)
        _ = try await repositories.messages.newest(inEach: mine, as: user)
        for id in mine { _ = try await repositories.readMarks.unreadCount(in: id, for: user) }
        guard mine.contains(room) else { return }
        _ = try await repositories.messages.messages(in: room, as: user, before: nil, limit: 50)
    }
}
