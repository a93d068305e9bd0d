public import Concurrency
public import Eventually
public import Files
@testable public import S3

/// The contents of a real store, which can fail, and whose deletions can wait.
public final class ContentsInTest: ContentStore {
    public struct State {
        /// What is thrown in place of everything.
        public var failure: NotStored?
        public var looks = 0
        public var fetches = 0
        public var puts = 0
    }

    private let bucket: S3Bucket
    private let real: S3Contents
    public let state = Lock(State())
    /// Held by deletions.
    public let deleting = Gate()

    public init(_ bucket: S3Bucket) {
        self.bucket = bucket
        real = S3Contents(bucket)
        deleting.open()
    }

    /// With deletions that wait for `deleting`.
    public func holdingDeletions() -> ContentsInTest { ContentsInTest(held: bucket) }

    /// Puts something else in the place of a content.
    public func damage(_ hash: ContentHash, with bytes: [UInt8]) async throws {
        try await bucket.put(bytes, as: S3Contents.key(hash))
    }

    private init(held bucket: S3Bucket) {
        self.bucket = bucket
        real = S3Contents(bucket)
    }

    private func count(_ change: (inout State) -> Void) throws {
        let failure = state.withLock { state in
            change(&state)
            return state.failure
        }
        if let failure { throw failure }
    }

    public var description: String { real.description }
    public var longestDeletion: Duration { real.longestDeletion }

    public func size(of hash: ContentHash) async throws -> Int64? {
        try count { $0.looks += 1 }
        return try await real.size(of: hash)
    }

    public func put(_ path: String, as hash: ContentHash, bytes: Int64) async throws {
        try count { $0.puts += 1 }
        try await real.put(path, as: hash, bytes: bytes)
    }

    public func fetch(_ hash: ContentHash, bytes: Int64, to path: String) async throws {
        try count { $0.fetches += 1 }
        try await real.fetch(hash, bytes: bytes, to: path)
    }

    public func delete(_ hash: ContentHash) async throws {
        await deleting.wait()
        try count { _ in }
        try await real.delete(hash)
    }

    public func contents(after hash: ContentHash?) async throws -> [ListedContent] {
        try await real.contents(after: hash)
    }

    public func clearIncoming(begunBefore secondsSince1970: Int64) async throws {
        try await real.clearIncoming(begunBefore: secondsSince1970)
    }

    public func checkWritable() async throws { try await real.checkWritable() }
    public func identity() async throws -> String? { try await real.identity() }
    public func identify(as name: String) async throws { try await real.identify(as: name) }
}
