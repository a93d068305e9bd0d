/// A write that waits for the connection, and its caller.
struct WaitingWrite: Sendable {
    /// Does the write, and returns what tells the caller its result; to be called when the transaction is committed.
    let run: @Sendable (inout Connection) throws -> @Sendable () -> Void
    let fail: @Sendable (any Error) -> Void
}

extension Connection {
    /// Does each of the writes, or nothing of it, within a transaction.
    ///
    /// - Returns: what tells each caller its result, once the transaction is committed.
    /// - Throws: what made SQLite take back the transaction, so that nothing of any write is left.
    mutating func run(_ writes: [WaitingWrite]) throws -> [@Sendable () -> Void] {
        // Alone, the transaction is enough.
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
