import Chat

/// Who has a stream open at other processes, as they tell.
struct PeopleElsewhere: Sendable {
    private let limits: LiveLimits
    /// By process, when it was last told that a person is there.
    private var processes: [String: [UserID: Timestamp]] = [:]
    private var forgotAt: Timestamp?

    init(_ limits: LiveLimits) { self.limits = limits }

    func contains(_ user: UserID) -> Bool { processes.values.contains { $0[user] != nil } }

    /// How many people they are; who is at two processes counts twice.
    var count: Int { processes.values.reduce(0) { $0 + $1.count } }

    /// - Returns: who came or left.
    mutating func hear(_ signal: LiveSignal, now: Timestamp) -> [UserID] {
        switch signal {
        case .typing, .own, .read, .reader, .readers, .previewRemoved: return []
        case .online(let people, at: let process):
            guard processes[process] != nil || processes.count < limits.processesElsewhere else { return [] }
            let came = people.filter { !contains($0) }
            for person in people {
                let isNew = processes[process]?[person] == nil
                guard !isNew || processes[process]?.count ?? 0 < limits.peopleElsewhere else { continue }
                processes[process, default: [:]][person] = now
            }
            return came.filter { contains($0) }
        case .offline(let people, at: let process):
            let left = people.filter { processes[process]?.removeValue(forKey: $0) != nil }
            if processes[process]?.isEmpty ?? false { processes[process] = nil }
            return left.filter { !contains($0) }
        }
    }

    /// Forgets people of whom nothing was told for long: that they left may have been lost, or their process has ended.
    /// - Returns: who is forgotten.
    mutating func forget(now: Timestamp) -> [UserID] {
        if let forgotAt, now < forgotAt.adding(limits.elsewhereLookInterval) { return [] }
        forgotAt = now
        var forgotten: [UserID] = []
        for (process, people) in processes {
            let kept = people.filter { now < $0.value.adding(limits.elsewhereMemory) }
            guard kept.count < people.count else { continue }
            forgotten += people.keys.filter { kept[$0] == nil }
            processes[process] = kept.isEmpty ? nil : kept
        }
        return forgotten.filter { !contains($0) }
    }
}

/// What the other processes were told of the people here.
struct ToldPresence: Sendable {
    /// A name that no other process has.
    let process = String(UInt64.random(in: .min ... .max), radix: 36)
    private var people: Set<UserID> = []
    private var toldAt: Timestamp?
    private var toldAllAt: Timestamp?

    /// What the others must be told now: who came and left, and from time to time who is here.
    mutating func next(_ online: Set<UserID>, _ limits: LiveLimits, now: Timestamp) -> [LiveSignal] {
        if let toldAt, now < toldAt.adding(limits.presenceToldInterval) { return [] }
        toldAt = now
        let isAllDue = toldAllAt.map { now >= $0.adding(limits.allPresenceToldInterval) } ?? true
        if isAllDue { toldAllAt = now }
        defer { people = online }
        return signals(isAllDue ? online : online.subtracting(people)) { .online($0, at: process) }
            + signals(people.subtracting(online)) { .offline($0, at: process) }
    }

    /// The same where nobody is here any more.
    mutating func nobody() -> [LiveSignal] {
        defer { (people, toldAllAt) = ([], nil) }
        return signals(people) { .offline($0, at: process) }
    }

    private func signals(_ people: Set<UserID>, _ signal: ([UserID]) -> LiveSignal) -> [LiveSignal] {
        let people = Array(people)
        return stride(from: 0, to: people.count, by: LiveSignal.maximumPeople).map {
            signal(Array(people[$0...].prefix(LiveSignal.maximumPeople)))
        }
    }
}
