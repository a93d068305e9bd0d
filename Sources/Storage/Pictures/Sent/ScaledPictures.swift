import Concurrency
import Cryptography
public import HTTP
import Synchronization

/// Pictures of messages in the sizes of pages: made when somebody first looks, and kept on the disk.
public final class ScaledPictures: Sendable {
    private let folder: CacheFolder
    private let now: @Sendable () -> Duration
    /// One at a time, so that no more than one picture is in memory at its full size.
    private let decoding = PoolShare(limit: 1, maximumWaiting: 256)
    private let files = PoolShare(limit: 1, maximumWaiting: 1_024)
    private let made = SingleFlight<CacheKey, [UInt8], any Error>()

    /// How much of the disk they take by default.
    public static let standardLimit = ByteCount.mebibytes(512)

    /// - Parameters:
    ///   - folder: created if missing.
    ///   - limit: of all of them together; those that were used least recently go.
    ///   - now: the time since 1970.
    public init(folder: String, limit: ByteCount = standardLimit, now: @escaping @Sendable () -> Duration) throws {
        self.folder = try CacheFolder(path: folder, limit: limit)
        self.now = now
    }

    /// A picture of a message at most `width` pixels wide; `nil` where the file itself is to be sent.
    ///
    /// - Parameters:
    ///   - hash: SHA-256 of its content.
    ///   - path: brings the cleaned picture (`SentPicture`) to the disk, and says where it is; called where it is not
    ///     there in this size.
    /// - Throws: `BlockingPool.Full`, `CancellationError`, what `path` throws.
    public func picture(
        hash: [UInt8], width: SentPicture.Width, path: @escaping @Sendable () async throws -> String
    ) async throws -> Picture? {
        let key = CacheKey(hashing: "\(Hexadecimal.encode(hash[...])) \(width.rawValue)")
        let (folder, now) = (folder, now)
        let bytes: [UInt8]
        if let kept = try await files.run({ folder.file(key, now: now()) }) {
            bytes = kept.bytes
        } else {
            bytes = try await made.run(key) { [decoding, files] in
                let path = try await path()
                // An empty entry says that the file itself is to be sent, so that it is not decoded each time.
                let bytes = try await decoding.run { SentPicture.scaled(path, to: width)?.bytes ?? [] }
                try await files.run { folder.store(bytes, key, stored: now(), now: now()) }
                return bytes
            }
        }
        return bytes.isEmpty ? nil : Picture(bytes: bytes)
    }
}
