import Chat
import Concurrency
import Cryptography
import Files
import Foundation
import HTTP
import HTTPClient
import ObjectServer
import Testing

@testable import S3

/// Against a real store (OpenStack Swift).
@Suite("Objects in a real store")
struct ObjectTests {
    private let folder = TemporaryFolder()

    private func smallParts() -> S3Bucket.Limits {
        var limits = S3Bucket.Limits()
        // The least that stores take.
        limits.partBytes = 5 << 20
        return limits
    }

    /// A file of bytes that do not repeat within a part.
    private func file(bytes: Int) throws -> (path: String, hash: ContentHash) {
        var random = SystemRandomNumberGenerator()
        let content = (0..<(bytes + 7) / 8).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }.prefix(
            bytes)
        let path = folder.file("file")
        try Data(content).write(to: URL(filePath: path))
        return (path, try #require(ContentHash(SHA256.hash(Array(content)))))
    }

    @Test(
        "a content comes back as it was, whatever its size",
        arguments: [0, 1, 100_000, 5 << 20, 5 << 20 + 1, 11 << 20])
    func content(bytes: Int) async throws {
        let bucket = try await ObjectServer.shared().bucket(prefix: "files/of~site", limits: smallParts())
        let contents = S3Contents(bucket)
        let (path, hash) = try file(bytes: bytes)
        #expect(try await contents.size(of: hash) == nil)
        try await contents.put(path, as: hash, bytes: Int64(bytes))
        #expect(try await contents.size(of: hash) == Int64(bytes))
        // It may be kept again.
        try await contents.put(path, as: hash, bytes: Int64(bytes))
        let copy = folder.file("copy")
        try await contents.fetch(hash, bytes: Int64(bytes), to: copy)
        #expect(FileManager.default.contentsEqual(atPath: path, andPath: copy))
        let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try await contents.contents(after: nil) == [ListedContent(hash: hash, bytes: Int64(bytes))])
        #expect(try await contents.contents(after: hash) == [])
        try await contents.delete(hash)
        #expect(try await contents.size(of: hash) == nil)
        try await contents.delete(hash)
        #expect(try await bucket.list("").objects.isEmpty)
        #expect(try await bucket.unfinishedUploads().isEmpty)
    }

    @Test func `a list has all objects under its prefix, more than one answer has, and no others`() async throws {
        let bucket = try await ObjectServer.shared().bucket(prefix: "a")
        let count = S3Bucket.listedAtOnce + 5
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for number in stride(from: worker, to: count, by: 8) {
                        try await bucket.put([1, 2, 3], as: "in/\(number)")
                    }
                }
            }
            try await group.waitForAll()
        }
        try await bucket.put([], as: "out")
        let first = try await bucket.list("in/")
        let second = try await bucket.list("in/", after: first.objects.last?.key)
        #expect(first.goesOn && first.objects.count == S3Bucket.listedAtOnce && !second.goesOn)
        let listed = first.objects + second.objects
        #expect(listed.map(\.key) == (0..<count).map { "in/\($0)" }.sorted())
        #expect(listed.allSatisfy { $0.bytes == 3 })
        #expect(try await bucket.list("out").objects == [S3Bucket.Listed(key: "out", bytes: 0)])
    }

    @Test func `what has another name than a content is none`() async throws {
        let bucket = try await ObjectServer.shared().bucket()
        let name = String(repeating: "ab", count: 32)
        for key in ["ab/\(name)", "ab/x", "ab/\(name.dropFirst(4))/ab", "ab/\(name.dropFirst(2).uppercased())"] {
            try await bucket.put([1], as: key)
        }
        #expect(try await S3Contents(bucket).contents(after: nil) == [])
    }

    @Test func `a store has one name`() async throws {
        let contents = S3Contents(try await ObjectServer.shared().bucket(prefix: "p"))
        #expect(try await contents.identity() == nil)
        try await contents.checkWritable()
        try await contents.identify(as: "site")
        #expect(try await contents.identity() == "site")
    }

    @Test func `an upload that fails half way leaves nothing`() async throws {
        let bucket = try await ObjectServer.shared().bucket(limits: smallParts())
        let (path, hash) = try file(bytes: 6 << 20)
        // Shorter than it was said to be: the second part can't be read.
        await #expect(throws: NotStored.self) { try await S3Contents(bucket).put(path, as: hash, bytes: 12 << 20) }
        #expect(try await bucket.list("").objects.isEmpty)
        #expect(try await bucket.unfinishedUploads().isEmpty)
    }

    @Test func `an upload that a crash has left is deleted when it is old`() async throws {
        let bucket = try await ObjectServer.shared().bucket(prefix: "p", limits: smallParts())
        _ = try await bucket.perform(S3Request(.post, "ab/cd", query: [("uploads", "")]))
        let contents = S3Contents(bucket)
        let now = Clock.system.now().milliseconds / 1_000
        try await contents.clearIncoming(begunBefore: now - 60)
        #expect(try await bucket.unfinishedUploads().map(\.key) == ["ab/cd"])
        try await contents.clearIncoming(begunBefore: now + 60)
        #expect(try await bucket.unfinishedUploads().isEmpty)
    }

    @Test func `a content that is not that of its hash is refused by the store, and when it is fetched`() async throws {
        let bucket = try await ObjectServer.shared().bucket()
        let (path, hash) = try file(bytes: 100)
        let other = try #require(ContentHash(SHA256.hash([])))
        let error = await #expect(throws: NotStored.self) {
            try await S3Contents(bucket).put(path, as: other, bytes: 100)
        }
        #expect(error?.description.contains("400") == true, "\(error as Any)")
        try await bucket.put([UInt8](repeating: 0, count: 100), as: S3Contents.key(hash))
        let outage = await #expect(throws: StoreOutage.self) {
            try await S3Contents(bucket).fetch(hash, bytes: 100, to: folder.file("copy"))
        }
        #expect(outage?.description.contains("is not that of its hash") == true)
    }

    @Test func `what is wrong with a bucket or a key is said`() async throws {
        let server = try await ObjectServer.shared()
        func refusal(
            _ bucket: String = "no-such-bucket", _ key: S3Key = ObjectServer.key, clock: Clock = .system
        ) async throws -> String {
            let location = try #require(S3Location("s3://\(bucket)/p"))
            let contents = S3Contents(S3Bucket(location, at: server.endpoint, .standard, key, clock: clock))
            return "\(await #expect(throws: NotStored.self) { try await contents.checkWritable() } as Any)"
        }
        #expect(try await refusal().contains("NoSuchBucket"))
        #expect(try await refusal().contains("there is no such bucket: make it first"))
        let there = try await server.bucket().location.bucket
        let secret = try #require(S3Key(id: ObjectServer.key.id, secret: "wrong-secret"))
        let wrong = try await refusal(there, secret)
        #expect(wrong.contains("the secret of the key is wrong") && !wrong.contains("wrong-secret"))
        #expect(
            try await refusal(there, try #require(S3Key(id: "test:nobody", secret: "x"))).contains(
                "the store answered 403"))
        let past = Clock { Timestamp(milliseconds: Clock.system.now().milliseconds - 3_600_000) }
        #expect(try await refusal(there, clock: past).contains("the clock of this machine is not that of the store"))
    }
}

/// A folder that goes with this value.
final class TemporaryFolder: Sendable {
    private let path = FileManager.default.temporaryDirectory.appending(path: "s3-\(UUID())").path

    init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in it.
    func file(_ name: String) -> String { "\(path)/\(name)" }
}
