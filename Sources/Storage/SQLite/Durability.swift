/// What a committed transaction survives (https://sqlite.org/pragma.html#pragma_synchronous).
public enum Durability: Sendable {
    /// A power cut: the log is synced to the disk before the commit returns.
    case synced
    /// The end of the process. A power cut may undo it, together with all that was written later and not synced; the
    /// database stays consistent. For what nobody would miss, such as how far somebody has read.
    case unsynced
}

extension Connection {
    /// How the following transactions are committed.
    mutating func set(_ durability: Durability) throws(SQLiteError) {
        guard durability != self.durability else { return }
        switch durability {
        case .synced: try execute("PRAGMA synchronous = FULL")
        case .unsynced: try execute("PRAGMA synchronous = NORMAL")
        }
        self.durability = durability
    }
}
