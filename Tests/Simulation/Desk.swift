import Chat

/// Whether a process of the site has ended.
///
/// `@unchecked Sendable`: all runs on one thread, see `JobQueue`.
final class ProcessState: @unchecked Sendable {
    var hasEnded = false
}

/// The ledger of what was sent through a gateway and its successors, as desk.sqlite keeps it.
///
/// `@unchecked Sendable`: all runs on one thread, see `JobQueue`.
final class Desk: @unchecked Sendable {
    fileprivate var entries: [SendKey: SendEntry] = [:]
    /// Whether nothing can be written because the disk is full.
    var isFull = false {
        didSet { wasFull = wasFull || isFull }
    }
    private(set) var wasFull = false
}

/// A ledger as one process has it open.
struct OpenDesk: SendLedger {
    let desk: Desk
    let process: ProcessState

    func begin(_ key: SendKey, at moment: Timestamp) throws -> SendEntry {
        try checkWriting()
        if let entry = desk.entries[key] { return entry }
        desk.entries[key] = .unknown(since: moment)
        return .new
    }

    func finish(_ key: SendKey, as message: MessageID) throws {
        try checkWriting()
        if desk.entries[key] != nil { desk.entries[key] = .sent(message) }
    }

    func forget(_ key: SendKey) throws {
        try checkWriting()
        desk.entries[key] = nil
    }

    func isTaken(_ message: MessageID) throws -> Bool {
        try checkReading()
        return desk.entries.values.contains(.sent(message))
    }

    private func checkWriting() throws(ChatError) {
        try checkReading()
        if desk.isFull { throw ChatError(.diskFull, during: "simulation") }
    }

    private func checkReading() throws(ChatError) {
        if process.hasEnded { throw ChatError(.unavailable("ended"), during: "simulation") }
    }
}
