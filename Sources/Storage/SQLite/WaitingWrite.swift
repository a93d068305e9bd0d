/// A write that waits for the connection, and its caller.
struct WaitingWrite: Sendable {
    let durability: Durability
    /// Does the write. The result tells the caller, and must be called after the transaction is committed.
    let run: @Sendable (inout Connection) throws -> @Sendable () -> Void
    let fail: @Sendable (any Error) -> Void
}

extension Connection {
    /// Does the writes within a transaction, each in a savepoint of its own.
    ///
    /// - Returns: functions that tell the callers their results, to be called after the transaction is committed.
    /// - Throws: the error with which SQLite rolled back the whole transaction.
    mutating func run(_ writes: [WaitingWrite]) throws -> [@Sendable () -> Void] {
        // A single write needs no savepoint.
        if writes.count == 1 { return [try writes[0].run(&self)] }
        var outcomes: [@Sendable () -> Void] = []
        for write in writes {
            try run("SAVEPOINT write")
            do {
                outcomes.append(try write.run(&self))
            } catch {
                guard isInTransaction else { throw error }
                try run("ROLLBACK TO write")
                outcomes.append { write.fail(error) }
            }
            try run("RELEASE write")
        }
        return outcomes
    }
}
