import FoundationEssentials
import Glibc
package import HTTP
import Synchronization

/// A disk cache of files that evicts the least recently used ones when the total exceeds a limit.
///
/// The file system is the index: a file's modification time says when it was stored, its access time when it was last
/// used. Both are set explicitly, so mount options such as `noatime` don't matter.
package final class CacheFolder: Sendable {
    private let path: String
    private let limit: ByteCount
    /// The size of all files; `nil` until they are counted.
    private let occupied = Mutex<Int?>(nil)

    /// The disk space that even a small file takes.
    private static let block = 4_096
    /// The share of the limit that eviction leaves, so that not every new file causes another eviction.
    private static let rest = 0.9

    /// Creates the folder if it is missing.
    package init(path: String, limit: ByteCount) throws {
        self.path = path
        self.limit = limit
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// A file and the time since 1970 when it was stored. Marks the file as used at `now`.
    package func file(_ key: CacheKey, now: Duration) -> (bytes: [UInt8], stored: Duration)? {
        let file = open(path(of: key), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_size >= 0, status.st_size <= limit.bytes else { return nil }
        let count = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            read = max(0, Glibc.read(file, buffer.baseAddress, count))
        }
        guard bytes.count == count else { return nil }
        _ = futimens(file, [timespec(now), status.st_mtim])
        return (bytes, Duration(status.st_mtim))
    }

    /// Stores a file atomically. Errors are ignored, because this is a cache.
    ///
    /// - Parameter stored: the modification time; eviction uses `now`.
    package func store(_ bytes: [UInt8], _ key: CacheKey, stored: Duration, now: Duration) {
        let temporary = "\(path)/\(key).\(UInt64.random(in: .min ... .max))\(Self.unfinished)"
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        let isWritten =
            bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == bytes.count
            && futimens(file, [timespec(now), timespec(stored)]) == 0
        close(file)
        guard isWritten, rename(temporary, path(of: key)) == 0 else {
            unlink(temporary)
            return
        }
        occupied.withLock { occupied in
            // The first count already includes the new file.
            let sum = occupied.map { $0 + Self.size(bytes.count) } ?? count()
            occupied = sum > limit.bytes ? drop() : sum
        }
    }

    private static let unfinished = ".part"

    private func path(of key: CacheKey) -> String { "\(path)/\(key)" }

    private struct Entry {
        let path: String
        let size: Int
        let used: Duration
    }

    private func entries() -> [Entry] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).compactMap { name in
            let path = "\(path)/\(name)"
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            return Entry(path: path, size: Self.size(Int(status.st_size)), used: Duration(status.st_atim))
        }
    }

    /// Counts existing files and deletes temporary files of an earlier process.
    private func count() -> Int {
        entries().reduce(0) { sum, entry in
            guard entry.path.hasUTF8Suffix(Self.unfinished) else { return sum + entry.size }
            unlink(entry.path)
            return sum
        }
    }

    /// Evicts the least recently used files.
    /// - Returns: the size of the rest.
    private func drop() -> Int {
        let entries = entries().sorted { $0.used < $1.used }
        var sum = entries.reduce(0) { $0 + $1.size }
        for entry in entries {
            guard Double(sum) > Double(limit.bytes) * Self.rest else { break }
            if unlink(entry.path) == 0 { sum -= entry.size }
        }
        return sum
    }

    private static func size(_ bytes: Int) -> Int { max(block, bytes) }
}

extension Duration {
    fileprivate init(_ time: timespec) { self = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec) }
}

extension timespec {
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    }
}
