import Chat
import RepositoryBehaviour

@testable import Live

/// One random history: what people do at several gateways and elsewhere, what arrives late or never, and in the end
/// the question whether everybody sees what the backend holds.
///
/// `@unchecked Sendable`: all runs on one thread, see `JobQueue`.
final class History: @unchecked Sendable {
    let seed: UInt64
    let backend: Backend
    let clock = ManualClock()
    private(set) var gateways: [Gateway] = []
    private(set) var browsers: [Browser] = []
    private(set) var faults: [String] = []
    /// What people have sent with a key.
    var keyedMessages: [KeyedMessage] = []
    /// What people have started with two presses.
    var starts = Starts()
    private var generator: SeededGenerator
    private let others: Repositories
    private let policy: CachePolicy
    private let limits: LiveLimits
    private let traces: Bool
    private var lastGateway = 0
    private var step = 0

    init(seed: UInt64, others: Repositories, traces: Bool) {
        self.seed = seed
        self.traces = traces
        var generator = SeededGenerator(seed: seed)
        policy = seed % 4 == 3 ? .authoritative : .askWhenOlder
        var limits = LiveLimits()
        limits.tick = .seconds(3_600)
        if Bool.random(using: &generator) {
            limits.eviction.conversations = Int.random(in: 1...3, using: &generator)
            limits.eviction.people = Int.random(in: 1...3, using: &generator)
            limits.eviction.pageTime = .zero
            limits.eviction.interval = .zero
        }
        self.limits = limits
        let people = Int.random(in: 2...5, using: &generator)
        // The embedded store does not.
        let countsDeleted = Bool.random(using: &generator) && policy != .authoritative
        self.generator = generator
        let source = Source(generator)
        backend = Backend(people: people, countsDeleted: countsDeleted, clock: clock, random: { source.next() })
        self.others = others
    }

    /// Runs it, and returns which promises were broken.
    func run() -> [String] {
        let users = backend.users.map(\.id)
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            _ = backend.createRoom(users.filter { _ in chance(80) })
        }
        for _ in 0..<(policy == .authoritative ? 1 : Int.random(in: 1...3, using: &generator)) {
            gateways.append(newGateway(at: clock.now, Desk()))
        }
        for user in users where chance(80) {
            browsers.append(newBrowser(of: user))
            if chance(30) { browsers.append(newBrowser(of: user)) }
        }
        for number in 1...Int.random(in: 20...100, using: &generator) {
            step = number
            act()
            JobQueue.run(atMost: chance(20) ? .max : Int.random(in: 0..<12, using: &generator), next)
            if chance(3) { comeToRest() }
            if !faults.isEmpty { break }
        }
        if faults.isEmpty { comeToRest() }
        end()
        return faults
    }

    func fault(_ text: String) {
        trace("FAULT \(text)")
        faults.append("step \(step): \(text)")
    }

    func trace(_ text: @autoclosure () -> String) {
        if traces { print("\(step) \(clock.now.milliseconds % 100_000_000): \(text())") }
    }

    // MARK: What happens

    /// What a request does, at its own pace; that it may fail is part of the history.
    func begin(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
        trace(name)
        Task.detached { [self] in
            do {
                try await body()
                trace("done: \(name)")
            } catch { trace("failed: \(name): \(error)") }
        }
    }

    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
    func pick<Element>(_ elements: some Collection<Element>) -> Element? { elements.randomElement(using: &generator) }
    func next() -> UInt64 { generator.next() }

    /// Where others write without any gateway.
    var hasOthers: Bool { policy != .authoritative }

    func newBrowser(of user: UserID) -> Browser {
        Browser(
            number: browsers.count, user: user, room: pick(backend.rooms)?.id ?? backend.rooms[0].id,
            gateway: pick(gateways) ?? gateways[0],
            backend: backend, fault: { [unowned self] in fault($0) },
            trace: { [unowned self] in trace($0) })
    }

    func changeWeather() {
        backend.waitingShare = [0, 10, 40].randomElement(using: &generator) ?? 0
        guard hasOthers else { return }
        backend.failing = [(0, 0), (0, 0), (20, 5), (10, 30), (100, 0)].randomElement(using: &generator) ?? (0, 0)
        for gateway in gateways { gateway.desk.isFull = chance(5) }
    }

    func passTime(_ time: Duration) {
        clock.advance(by: time)
        for gateway in gateways { gateway.clock.advance(by: time) }
    }

    /// A process ends, and another one takes its place; its clock may be an hour behind, or a little ahead.
    func restart(_ index: Int) {
        // Nobody else writes to an embedded store: what the process had begun ends with it.
        if !hasOthers { settle() }
        let old = gateways[index]
        trace("restart \(index)")
        let ahead = clock.now.adding(.seconds(100))
        let new = newGateway(
            at: chance(10) ? ahead : old.clock.now.adding(chance(30) ? .seconds(-3_600) : .zero), old.desk)
        for browser in browsers where browser.gateway === old {
            browser.disconnect()
            browser.gateway = new
        }
        old.stop()
        starts.end(at: old)
        gateways[index] = new
    }

    private func newGateway(at moment: Timestamp, _ desk: Desk) -> Gateway {
        lastGateway += 1
        let line = BackendLine(backend: backend, number: lastGateway, others: others)
        return Gateway(line, policy: policy, limits: limits, desk: desk, start: moment)
    }

    // MARK: In the end

    /// All that is on its way arrives, and time passes until everything was read again; then what everybody sees is
    /// compared with what the backend holds.
    private func comeToRest() {
        trace("rest")
        (backend.failing, backend.waitingShare) = ((0, 0), 0)
        for gateway in gateways { gateway.desk.isFull = false }
        settle()
        sendAll()
        for _ in 0..<14 {
            passTime(.seconds(16))
            for gateway in gateways { gateway.tick() }
            settle()
            for browser in browsers {
                browser.read()
                if browser.page == nil || browser.isStale { begin("load \(browser.name)") { await browser.load() } }
                settle()
                if !browser.isConnected { begin("connect \(browser.name)") { await browser.connect() } }
                settle()
            }
        }
        for browser in browsers {
            browser.read()
            compare(browser)
        }
        for gateway in gateways { for user in backend.users { comparePages(of: user.id, at: gateway) } }
        checkKeyedMessages()
        checkStarts()
    }

    func settle() {
        repeat { JobQueue.run(next) } while backend.letOneArrive()
    }

    private func compare(_ browser: Browser) {
        guard let page = browser.page, let room = backend.room(browser.room) else { return fault("no page") }
        let mine = Set(backend.rooms.filter { $0.hasMember(browser.user) }.map(\.id))
        if page.rooms != mine {
            fault("the list of \(browser.user.short) has \(page.rooms.count) rooms of \(mine.count)")
        }
        guard page.isMember == room.hasMember(browser.user) else {
            return fault(
                "\(browser.user.short) \(page.isMember ? "still" : "does not") see\(page.isMember ? "s" : "") the room")
        }
        if page.isMember { compare(page.messages, with: room, "the screen of \(browser.name)") }
    }

    private func compare(_ shown: [Message], with room: Backend.Room, _ what: String) {
        // Of a longer past, what is changed elsewhere is seen when it is read again.
        let truth = room.messages.suffix(40)
        guard shown.suffix(truth.count).map(\.id) == truth.map(\.id) else {
            let missing = Set(truth.map(\.id)).subtracting(shown.map(\.id))
            let surplus = Set(shown.suffix(truth.count).map(\.id)).subtracting(room.messages.map(\.id))
            trace("shown \(shown.map(\.id.short)), true \(room.messages.map(\.id.short))")
            return fault(
                "\(what) lacks \(missing.map(\.short)), has \(surplus.map(\.short)) that are gone, or shows another order"
            )
        }
        let reactions = zip(shown.suffix(truth.count), truth).filter { Set($0.reactions) != Set($1.reactions) }
        if !reactions.isEmpty { fault("\(what) shows other reactions to \(reactions.map(\.1.id.short))") }
        let texts = zip(shown.suffix(truth.count), truth).filter { $0.content != $1.content }
        if !texts.isEmpty { fault("\(what) shows other texts of \(texts.map(\.1.id.short))") }
    }

    /// What a page would show now.
    private func comparePages(of user: UserID, at gateway: Gateway) {
        begin("compare pages") { [self] in
            let repositories = gateway.live.repositories
            let list = try await repositories.conversations.conversations(of: user)
            let rooms = backend.rooms.filter { $0.hasMember(user) }
            let listed = Set(list.filter { $0.activeParticipant(user) != nil }.map(\.id))
            if listed != Set(rooms.map(\.id)) { fault("a page lists \(listed.count) rooms of \(rooms.count)") }
            for room in rooms {
                // Where others write, what one gateway has pinned the others read with the members.
                if !hasOthers, let page = list.first(where: { $0.id == room.id }), page.pinnedCount != room.pinned.count
                {
                    fault("a page counts \(page.pinnedCount) pinned messages, not \(room.pinned.count)")
                }
                if let page = list.first(where: { $0.id == room.id }) {
                    if page.name != room.conversation.name { fault("a page shows a group's former name") }
                    let roles = [page, room.conversation].map { conversation in
                        Dictionary(uniqueKeysWithValues: conversation.activeParticipants.map { ($0.user.id, $0.role) })
                    }
                    if roles[0] != roles[1] { fault("a page shows former roles") }
                }
                let newest = try await repositories.messages.messages(in: room.id, as: user, before: nil, limit: 50)
                compare(newest.reversed(), with: room, "a page of \(user.short)")
                // Shown as "99+" from there on.
                let most = 100
                let unread = min(most, try await repositories.readMarks.unreadCount(in: room.id, for: user))
                let truth = min(most, backend.unread(in: room.id, by: user))
                // What others write while it is counted may be counted or not; that nothing is unread is found out.
                if hasOthers ? truth == 0 && unread > 0 : unread != truth {
                    fault("\(unread) messages are said to be unread, not \(truth)")
                    trace(
                        "of \(user.short) in \(room.id.short), read \(room.read[user] ?? 0): \(room.entries.map { "\($0.message.id.short)\($0.isDeleted ? "-" : "")" })"
                    )
                }
            }
        }
        settle()
    }

    private func end() {
        for browser in browsers { browser.disconnect() }
        for gateway in gateways { gateway.stop() }
        (backend.failing, backend.waitingShare) = ((0, 0), 0)
        settle()
    }

    /// Random numbers for those who can't hold the generator.
    private final class Source: @unchecked Sendable {
        private var generator: SeededGenerator
        init(_ generator: SeededGenerator) { self.generator = generator }
        func next() -> UInt64 { generator.next() }
    }
}
