import FoundationEssentials
import Glibc
import HTTP
import Synchronization

/// Files in a folder, of which those used longest ago are dropped when all together grow over a limit.
///
/// The file system is the index: a file's modification time says when it was stored, its access time when it was last
/// used. Both are set by us, so that it does not matter how the folder is mounted.
final class CacheFolder: Sendable {
    private let path: String
    private let limit: ByteCount
    /// What all files take; `nil` until it was counted.
    private let occupied = Mutex<Int?>(nil)

    /// What a small file takes in truth.
    private static let block = 4_096
    /// The share of the limit that is left after dropping, so that not each new file drops another.
    private static let rest = 0.9

    /// Makes the folder where it is missing.
    init(path: String, limit: ByteCount) throws {
        self.path = path
        self.limit = limit
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// A file and when it was stored, since 1970; it counts as used at `now`.
    func file(_ key: PictureKey, now: Duration) -> (bytes: [UInt8], stored: Duration)? {
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

    /// Stores a file whole or not at all. Where that fails, there is just no file: it is a cache.
    ///
    /// - Parameter stored: what it says about itself; `now` counts for how long it stays.
    func store(_ bytes: [UInt8], _ key: PictureKey, stored: Duration, now: Duration) {
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
            // Counted for the first time, the new file is there already.
            let sum = occupied.map { $0 + Self.size(bytes.count) } ?? count()
            occupied = sum > limit.bytes ? drop() : sum
        }
    }

    private static let unfinished = ".part"

    private func path(of key: PictureKey) -> String { "\(path)/\(key)" }

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

    /// Counts the files that were there before this start, and removes what an earlier one left unfinished.
    private func count() -> Int {
        entries().reduce(0) { sum, entry in
            guard entry.path.hasUTF8Suffix(Self.unfinished) else { return sum + entry.size }
            unlink(entry.path)
            return sum
        }
    }

    /// Drops what was used longest ago. - Returns: what is left.
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
