import ChildProcess
import Cryptography
import Eventually
import Foundation
public import HTTP
@testable public import S3
import Synchronization
import Testing

/// A real store of objects with the interface of S3 (OpenStack Swift), in a temporary folder. It ends with this object.
public final class ObjectServer: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "objects-\(UUID())")
    private let process: ChildProcess
    private let buckets = Atomic(0)
    public let endpoint: BaseURL

    public static let key = S3Key(id: "test:tester", secret: "testing")!

    /// The one that the tests of a process share. It ends with the process.
    public static func shared() async throws -> ObjectServer { try await running.value }

    private static let running = Task {
        let server = try await ObjectServer()
        toEnd.withLock { $0 = server }
        atexit { ObjectServer.toEnd.withLock { $0?.end() } }
        return server
    }
    private static let toEnd = Mutex<ObjectServer?>(nil)

    private static let program = URL(filePath: #filePath).appending(path: "../../../Python/object_server.py")
        .standardized

    /// Why it did not start.
    public struct Failure: Error { public let reason: String }

    public init() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Debian's Python, whose packages the server needs.
        process = try ChildProcess(
            ["/usr/bin/python3", "-B", Self.program.path(), folder.path(), Self.key.id, Self.key.secret.revealed])
        try await eventually(within: .seconds(60)) { [process] in
            !process.isRunning || process.text.hasSuffix("\n")
        }
        guard let endpoint = BaseURL("http://127.0.0.1:\(process.text.prefix { $0.isNumber })") else {
            throw Failure(reason: process.errors)
        }
        self.endpoint = endpoint
    }

    deinit { end() }

    private func end() {
        process.kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// A new, empty bucket.
    public func bucket(prefix: String = "", limits: S3Bucket.Limits = S3Bucket.Limits()) async throws -> S3Bucket {
        let name = "bucket-\(buckets.wrappingAdd(1, ordering: .relaxed).newValue)"
        let bucket = S3Bucket(S3Location("s3://\(name)/\(prefix)")!, at: endpoint, .standard, Self.key, limits: limits)
        _ = try await bucket.perform(S3Request(.put, nil))
        return bucket
    }
}
