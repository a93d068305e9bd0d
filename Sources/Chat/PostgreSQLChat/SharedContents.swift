internal import Chat
internal import ChatRecords
internal import Files
internal import PostgreSQL

/// The contents that several processes keep together. Which of them rows refer to, the database knows.
protocol SharedContents: Sendable {
    /// What the errors of an operator's command name.
    var kind: ForeignFiles.Kind { get }
    /// Where a content lies on this machine, once it was fetched.
    func path(of hash: ContentHash) -> String
    func hasRoom() async throws(ChatError) -> Bool
    /// Brings a file to the place. Takes as long as copying takes: no lock is held meanwhile.
    func bring(_ new: NewFile, as hash: ContentHash) async throws(ChatError) -> any ArrivedContent
    /// Takes a content away to which no row refers; another one stays.
    func release(_ hash: ContentHash) async throws(ChatError)
    /// Brings a content to its path.
    func fetch(_ hash: ContentHash, bytes: Int64) async throws(ChatError)
    /// Some contents, the first of those whose hashes are greater; none at the end.
    func list(after hash: ContentHash?) async throws(ChatError) -> [ListedContent]
    /// Deletes what has not arrived for `ContentFolder.incomingMemory`, and notes that are not needed any more.
    func clearIncoming() async throws(ChatError)
    /// Finds out whether contents can be kept.
    func checkWritable() async throws(ChatError)
    /// The name by which processes know that their places are the same.
    func identity() async throws(ChatError) -> String?
    func identify(as name: String) async throws(ChatError)
}

/// A content that has come to its place, and to which no row refers yet.
protocol ArrivedContent: Sendable {
    /// Makes sure that the content stays if the transaction is committed, which holds its lock. May be done again.
    /// - Returns: `false` where it was deleted meanwhile: it has to be brought once more, in another transaction.
    func settle(in transaction: Transaction) async throws -> Bool
    /// Deletes what only its arrival needed.
    ///
    /// - Parameter isKept: whether a row refers to it.
    func end(isKept: Bool) async
}
