import Chat

@testable import Live

/// A text with the key of its form, which its sender keeps until it is known to be sent.
///
/// `@unchecked Sendable`: all runs on one thread, see `JobQueue`.
final class KeyedMessage: @unchecked Sendable {
    enum State: Equatable {
        /// Whether it was stored is not known.
        case unknown
        /// Known to be stored since this step.
        case sent(since: Int)
        case refused
        /// Too much was written since; only a form with another key could send it.
        case undecided
    }

    let message: NewMessage
    let form: FormKey
    /// The index of the gateway, or of its successor, that it is sent through.
    let place: Int
    private(set) var state = State.unknown

    init(_ message: NewMessage, _ form: FormKey, place: Int) {
        self.message = message
        self.form = form
        self.place = place
    }

    var isSent: Bool { if case .sent = state { true } else { false } }

    func wasSent(at step: Int) {
        if !isSent { state = .sent(since: step) }
    }

    func failed(_ error: ChatError) {
        guard !isSent else { return }
        switch error.reason {
        case .notParticipant, .noLongerParticipant: state = .refused
        case .undecided: state = .undecided
        default: state = .unknown
        }
    }
}

// Messages that are sent with a key. Each is to be stored once, however often its form arrives.
extension History {
    /// Somebody sends a text that nobody else sends; now and then with two presses at once.
    func write(_ user: UserID, _ room: Backend.Room, _ place: Int) {
        guard let text = try? MessageText("\(Self.beginning) \(keyedMessages.count)"),
            let form = FormKey("form-\(keyedMessages.count)")
        else { return }
        let keyed = KeyedMessage(
            NewMessage(conversation: room.id, sender: user, text: text), form, place: place)
        guard gateways[place].sender != nil, room.hasMember(user) || chance(10) else { return }
        keyedMessages.append(keyed)
        send(keyed)
        if chance(30) { send(keyed) }
    }

    /// Somebody sends again what is not known to be sent, or a form whose answer did not come to the browser.
    func sendAgain() {
        let isRepeated = chance(20)
        guard let keyed = pick(keyedMessages.filter { $0.isSent == isRepeated && $0.state != .undecided }) else {
            return
        }
        send(keyed)
    }

    /// Sends all that is not known to be sent, until it is or is refused.
    func sendAll() {
        for keyed in keyedMessages where keyed.state == .unknown {
            send(keyed)
            settle()
            if keyed.state == .unknown { fault("\"\(keyed.message.text)\" can't be sent") }
        }
    }

    /// As `Composing` does.
    private func send(_ keyed: KeyedMessage) {
        let gateway = gateways[keyed.place]
        guard let sender = gateway.sender else { return }
        begin("\(keyed.message.sender.short) sends \"\(keyed.message.text)\"") { [backend] in
            do throws(ChatError) {
                let outcome = try await sender.send(keyed.message, key: keyed.form)
                // The answer is lost with its process.
                guard !gateway.hasEnded else { return }
                if case .sent(let message) = outcome { gateway.live.post(message) }
                keyed.wasSent(at: backend.lastStep)
            } catch {
                if !gateway.hasEnded { keyed.failed(error) }
                throw error
            }
        }
    }

    /// What all texts with a key begin with.
    static var beginning: String { "once" }

    func checkKeyedMessages() {
        var stored: [String: [Backend.Entry]] = [:]
        for entry in backend.rooms.flatMap(\.entries) {
            guard case .text(_, let text) = entry.message.content, text.hasPrefix(Self.beginning) else { continue }
            stored[text, default: []].append(entry)
        }
        for keyed in keyedMessages { check(keyed, stored[keyed.message.text.description] ?? []) }
    }

    private func check(_ keyed: KeyedMessage, _ stored: [Backend.Entry]) {
        let text = "\"\(keyed.message.text)\""
        // One that was deleted before its sender knew that it was sent can't be found, so it is sent again.
        for (earlier, later) in zip(stored, stored.dropFirst()) where earlier.deletedAt ?? .max > later.step {
            fault("\(text) is stored twice")
        }
        guard case .sent(let since) = keyed.state else { return }
        if stored.isEmpty { fault("\(text) is said to be sent, and is not stored") }
        // With a full disk the ledger does not learn that it was sent.
        if !gateways[keyed.place].desk.wasFull, stored.contains(where: { $0.step > since }) {
            fault("\(text) was stored again after it was sent")
        }
    }
}
