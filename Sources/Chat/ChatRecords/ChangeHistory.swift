public import Chat

/// What has changed lately in a chat that several processes use.
public protocol ChangeHistory: Sendable {
    /// The changes of some streams since a moment, by the clock of the store, each stream's in their order. Changes of up to a
    /// transaction's length before may be among them.
    /// - Returns: `nil` where not all of them are known any more.
    func changes(of streams: [ChangeStream], since moment: Timestamp) async throws(ChatError)
        -> [ChangeStream: [StoredChange]]?
}
