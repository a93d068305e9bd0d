/// The limits of looking for what belongs to one person. No index has it: it would cost each message, for what is asked
/// once in a while.
public struct PersonalDataLimits: Sendable {
    /// How many rows of a table are read in one turn.
    public let rowsInPart: Int64
    /// How many messages are deleted in one transaction.
    public let deletedAtOnce: Int

    public init(rowsInPart: Int64 = 20_000, deletedAtOnce: Int = 200) {
        self.rowsInPart = rowsInPart
        self.deletedAtOnce = deletedAtOnce
    }
}
