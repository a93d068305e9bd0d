import Chat
import Concurrency
import Cryptography
public import Files
import Glibc
import HTTPClient

/// The contents of files in a bucket, under keys like those in a folder: `PREFIX/ab/cdef…`.
public struct S3Contents: ContentStore {
    /// Where hashes are read from the disk.
    private static let hashing = PoolShare(limit: 2, maximumWaiting: 256)
    private static let identityKey = "identity"
    /// The most bytes of a store's name.
    private static let maximumIdentityBytes = 100

    private let bucket: S3Bucket

    public init(_ bucket: S3Bucket) { self.bucket = bucket }

    public var description: String { bucket.location.description }

    public var longestDeletion: Duration { bucket.longestTime }

    public func size(of hash: ContentHash) async throws -> Int64? {
        try await reading { () throws(S3Error) in try await bucket.size(of: Self.key(hash)) }
    }

    public func put(_ path: String, as hash: ContentHash, bytes: Int64) async throws {
        try await writing { () throws(S3Error) in
            let part = FileTransfer.Part(path, offset: 0, count: bytes)
            guard bytes > bucket.limits.partBytes else {
                return try await bucket.put(part, hash: hash.bytes, as: Self.key(hash))
            }
            try await bucket.putInParts(path, bytes: bytes, as: Self.key(hash), hash: Self.sha256)
        }
    }

    public func fetch(_ hash: ContentHash, bytes: Int64, to path: String) async throws {
        try await Self.hashing.run { try Self.makeFile(path, bytes: bytes) }
        try await reading { () throws(S3Error) in
            for offset in stride(from: 0, to: bytes, by: Int64.Stride(bucket.limits.partBytes)) {
                let count = min(bucket.limits.partBytes, bytes - offset)
                try await bucket.get(Self.key(hash), FileTransfer.Part(path, offset: offset, count: count))
            }
            guard try await Self.sha256(of: FileTransfer.Part(path, offset: 0, count: bytes)) == hash.bytes else {
                throw .damaged("\(hash)")
            }
        }
    }

    public func delete(_ hash: ContentHash) async throws {
        try await writing { () throws(S3Error) in try await bucket.delete(Self.key(hash)) }
    }

    /// Those of one answer of the store.
    public func contents(after hash: ContentHash?) async throws -> [ListedContent] {
        var last = hash.map(Self.key)
        while true {
            let page = try await reading { () throws(S3Error) in try await bucket.list("", after: last) }
            let contents = page.objects.compactMap(ListedContent.init)
            guard contents.isEmpty, page.goesOn else { return contents }
            last = page.objects.last?.key
        }
    }

    public func clearIncoming(begunBefore secondsSince1970: Int64) async throws {
        try await writing { () throws(S3Error) in
            for upload in try await bucket.unfinishedUploads() {
                guard let begun = upload.begun, begun.milliseconds / 1_000 < secondsSince1970 else { continue }
                try await bucket.abort(upload)
            }
        }
    }

    public func checkWritable() async throws {
        let key = "check.\(UInt64.random(in: .min ... .max))"
        try await writing { () throws(S3Error) in
            try await bucket.put(Array("check\n".utf8), as: key)
            guard try await bucket.list(key).objects.count == 1 else {
                throw .unexpectedAnswer("a list of what was kept")
            }
            try await bucket.delete(key)
        }
    }

    public func identity() async throws -> String? {
        let bytes = try await reading { () throws(S3Error) in try await bucket.get(Self.identityKey) }
        let text = String(
            decoding: (bytes ?? []).prefix(Self.maximumIdentityBytes).filter { $0 > UInt8(ascii: " ") && $0 < 0x7F },
            as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    public func identify(as name: String) async throws {
        try await writing { () throws(S3Error) in
            try await bucket.put(Array("\(name)\n".utf8), as: Self.identityKey)
        }
    }

    /// `ab/cdef…`
    static func key(_ hash: ContentHash) -> String {
        let name = hash.description
        return "\(name.prefix(2))/\(name.dropFirst(2))"
    }

    private static func sha256(of part: FileTransfer.Part) async throws(S3Error) -> [UInt8] {
        do { return try await hashing.run { try FilePartHash.sha256(of: part) } } catch {
            throw error as? S3Error ?? .file("\(error)")
        }
    }

    /// Makes a file, readable by its owner only, with room for so many bytes.
    private static func makeFile(_ path: String, bytes: Int64) throws(NotStored) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw NotStored(errno, path) }
        defer { close(file) }
        guard bytes > 0 else { return }
        let code = posix_fallocate(file, 0, off_t(bytes))
        guard code == 0 else { throw NotStored(code, path) }
    }

    private func reading<Value>(_ body: () async throws(S3Error) -> Value) async throws -> Value {
        do throws(S3Error) { return try await body() } catch {
            throw StoreOutage.unreachable("\(description): \(error.explained)")
        }
    }

    private func writing(_ body: () async throws(S3Error) -> Void) async throws {
        do throws(S3Error) { try await body() } catch {
            let details = "\(description): \(error.explained)"
            throw error.isFull ? NotStored.diskFull(details) : NotStored.notWritable(details)
        }
    }
}

extension ListedContent {
    /// Fails if the object is no content.
    fileprivate init?(_ object: S3Bucket.Listed) {
        let name = object.key.utf8.filter { $0 != UInt8(ascii: "/") }
        guard let hash = ContentHash(hexadecimal: String(decoding: name, as: UTF8.self)),
            S3Contents.key(hash) == object.key
        else { return nil }
        self.init(hash: hash, bytes: object.bytes)
    }
}

extension NotStored {
    fileprivate init(_ code: Int32, _ path: String) {
        let details = "\(path): \(String(cString: strerror(code)))"
        self = code == ENOSPC || code == EDQUOT ? .diskFull(details) : .notWritable(details)
    }
}

extension S3Error {
    /// With what an operator may change.
    var explained: String { advice.map { "\(self) (\($0))" } ?? "\(self)" }
}
