import Chat

@testable import Live

/// What is known of the conversations that were started.
struct Starts {
    fileprivate struct Running {
        let gateway: Gateway
        let pair: Set<UserID>
    }

    fileprivate var running: [Int: Running] = [:]
    fileprivate var count = 0
    /// Those of whom the backend may have a direct conversation of which no gateway was told.
    fileprivate var uncertain: Set<Set<UserID>> = []

    /// What the process had begun may still be done.
    mutating func end(at gateway: Gateway) {
        for start in running.values where start.gateway === gateway { uncertain.insert(start.pair) }
    }
}

/// The results of two presses of one form.
///
/// `@unchecked Sendable`: all runs on one thread, see `JobQueue`.
private final class Presses: @unchecked Sendable {
    var first: ConversationID?
}

// Conversations that are started by a form which is pressed twice at once.
extension History {
    func start(_ user: UserID, _ gateway: Gateway) {
        let others = backend.users.map(\.id).filter { $0 != user }
        guard backend.rooms.count < 8, let other = pick(others) else { return }
        if chance(70) { startDirect(user, other, gateway) } else { startGroup(user, [other], gateway) }
    }

    private func startDirect(_ user: UserID, _ other: UserID, _ gateway: Gateway) {
        let (pair, presses): (Set, _) = ([user, other], Presses())
        let before = created(for: pair, through: gateway)
        for _ in 0..<2 {
            // Either of them may press.
            let (from, to) = chance(80) ? (user, other) : (other, user)
            starts.count += 1
            let number = starts.count
            starts.running[number] = Starts.Running(gateway: gateway, pair: pair)
            begin("direct \(from.short) \(to.short)") { [self] in
                defer { starts.running[number] = nil }
                do throws(ChatError) {
                    let id = try await gateway.start.direct(with: to, as: from)
                    // Of those that exist already, or that others start, either may be opened.
                    let new = created(for: pair, through: gateway).subtracting(before)
                    if !starts.uncertain.contains(pair), new.contains(id) { take(id, presses) }
                } catch {
                    starts.uncertain.insert(pair)
                    throw error
                }
            }
        }
    }

    private func startGroup(_ user: UserID, _ people: [UserID], _ gateway: Gateway) {
        starts.count += 1
        guard let name = DisplayName("group"), let key = FormKey("start-\(starts.count)") else { return }
        let presses = Presses()
        for _ in 0..<2 {
            begin("group of \(user.short)") { [self] in
                take(try await gateway.start.group(named: name, with: people, as: user, key: key), presses)
            }
        }
    }

    private func take(_ id: ConversationID, _ presses: Presses) {
        // Where one of them has left the first already, it is not the same any more.
        if let first = presses.first, first != id, backend.room(first)?.members == backend.room(id)?.members {
            fault("two presses started two conversations")
        }
        presses.first = id
    }

    /// The direct conversations that both are in.
    private func created(for pair: Set<UserID>, through gateway: Gateway) -> Set<ConversationID> {
        let rooms = backend.rooms.filter { $0.kind == .direct && $0.members == pair && $0.gateway == gateway.number }
        return Set(rooms.map(\.id))
    }

    /// Not promised: gateways do not know of each other, so two of them may start two conversations of the same people.
    func checkStarts() {
        guard gateways.count == 1 else { return }
        let directs = backend.rooms.filter { $0.kind == .direct && $0.members.count == 2 }
        for (pair, rooms) in Dictionary(grouping: directs, by: \.members)
        where rooms.count > 1 && !starts.uncertain.contains(pair) {
            fault("two people have \(rooms.count) direct conversations")
        }
    }
}
