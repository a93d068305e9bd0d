/// A store of contents under their hashes, reached over the network, which several processes use.
///
/// A content is never changed. What was kept, listed or deleted is so at once for all processes. Where nothing can be kept,
/// functions throw `NotStored`; where a content can't be read, `StoreOutage` or an error that says why.
public protocol ContentStore: Sendable, CustomStringConvertible {
    /// The longest time of `delete(_:)`: whatever was sent has been answered or broken off by then.
    var longestDeletion: Duration { get }
    /// The size of a content in bytes; `nil` where it is not there.
    func size(of hash: ContentHash) async throws -> Int64?
    /// Keeps the file at `path`, which has this content and stays where it is. What was kept under the hash before is
    /// replaced. Where it fails, nothing of it can be read.
    func put(_ path: String, as hash: ContentHash, bytes: Int64) async throws
    /// Writes a content to a new file at `path`, and finds out whether it is the right one.
    func fetch(_ hash: ContentHash, bytes: Int64, to path: String) async throws
    /// Deletes a content; one that is not there is deleted already.
    func delete(_ hash: ContentHash) async throws
    /// Some contents, the first of those whose hashes are greater; none at the end. What has another name is left out.
    func contents(after hash: ContentHash?) async throws -> [ListedContent]
    /// Deletes what has not arrived completely since a time in seconds since 1970.
    func clearIncoming(begunBefore secondsSince1970: Int64) async throws
    /// Keeps something, and deletes it.
    func checkWritable() async throws
    /// The name by which processes know that their stores are the same; `nil` where it has none yet.
    func identity() async throws -> String?
    /// Names a store.
    func identify(as name: String) async throws
}

/// A content in a list, which is in the order of the hashes.
public struct ListedContent: Equatable, Sendable {
    public let hash: ContentHash
    public let bytes: Int64

    public init(hash: ContentHash, bytes: Int64) {
        self.hash = hash
        self.bytes = bytes
    }
}
