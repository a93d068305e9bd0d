import Chat

/// Who has a stream open at other processes, as they tell.
struct PeopleElsewhere: Sendable {
    private struct Process: Sendable {
        var people: Set<UserID> = []
        var heardAt: Timestamp
    }

    private let limits: LiveLimits
    private var processes: [String: Process] = [:]

    init(_ limits: LiveLimits) { self.limits = limits }

    func contains(_ user: UserID) -> Bool { processes.values.contains { $0.people.contains(user) } }

    /// How many people they are; who is at two processes counts twice.
    var count: Int { processes.values.reduce(0) { $0 + $1.people.count } }

    /// - Returns: whether anything has changed.
    mutating func hear(_ signal: LiveSignal, now: Timestamp) -> Bool {
        switch signal {
        case .typing, .own: return false
        case .online(let people, let name, let areFirst):
            guard processes[name] != nil || processes.count < limits.processesElsewhere else { return false }
            var process = processes[name] ?? Process(heardAt: now)
            let before = process.people
            if areFirst { process.people = [] }
            process.people.formUnion(people.prefix(max(0, limits.peopleElsewhere - process.people.count)))
            process.heardAt = now
            processes[name] = process
            return process.people != before
        case .offline(let people, let name):
            guard let before = processes[name]?.people.count else { return false }
            processes[name]?.people.subtract(people)
            return processes[name]?.people.count != before
        }
    }

    /// Forgets processes that have not told anything for long.
    /// - Returns: whether there were any.
    mutating func forget(now: Timestamp) -> Bool {
        let count = processes.count
        processes = processes.filter { now < $0.value.heardAt.adding(limits.processMemory) }
        return processes.count < count
    }
}

/// What the other processes were told of the people here.
struct ToldPresence: Sendable {
    /// A name that no other process has.
    let process = String(UInt64.random(in: .min ... .max), radix: 36)
    private var people: Set<UserID> = []
    private var toldAt: Timestamp?
    private var toldAllAt: Timestamp?

    /// What the others must be told now: what has changed, and from time to time all.
    mutating func next(_ online: Set<UserID>, _ limits: LiveLimits, now: Timestamp) -> [LiveSignal] {
        if let toldAt, now < toldAt.adding(limits.presenceToldInterval) { return [] }
        toldAt = now
        defer { people = online }
        guard let toldAllAt, now < toldAllAt.adding(limits.allPresenceToldInterval) else {
            toldAllAt = now
            return all(online)
        }
        return signals(online.subtracting(people)) { .online($0, at: process, areFirst: false) }
            + signals(people.subtracting(online)) { .offline($0, at: process) }
    }

    /// The same where nobody is here any more.
    mutating func nobody() -> [LiveSignal] {
        defer { (people, toldAllAt) = ([], nil) }
        return people.isEmpty ? [] : all([])
    }

    private func all(_ online: Set<UserID>) -> [LiveSignal] {
        let first = online.prefix(LiveSignal.maximumPeople)
        return [.online(Array(first), at: process, areFirst: true)]
            + signals(online.subtracting(first)) { .online($0, at: process, areFirst: false) }
    }

    private func signals(_ people: Set<UserID>, _ signal: ([UserID]) -> LiveSignal) -> [LiveSignal] {
        let people = Array(people)
        return stride(from: 0, to: people.count, by: LiveSignal.maximumPeople).map {
            signal(Array(people[$0...].prefix(LiveSignal.maximumPeople)))
        }
    }
}
