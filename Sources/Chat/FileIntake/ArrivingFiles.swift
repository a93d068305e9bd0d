public import Chat
import Concurrency
import Cryptography
import Glibc
public import HTTP

/// Files that arrive in parts, one request each, until they are whole.
///
/// What has arrived lies in a folder; what is known of it is in memory, so a file whose last part has not come is lost
/// with the process, and its sender begins again.
public final class ArrivingFiles: Sendable {
    /// The most files that are arriving at once.
    public static let maximumFiles = 256
    /// The most bytes that they have announced together.
    public static let maximumBytes: Int64 = 10 << 30
    /// How long a file is kept of which no further part comes.
    public static let memory = Duration.seconds(600)

    /// Why a part is not taken.
    public enum Refusal: Error, Hashable {
        /// It does not follow what has arrived, is of a file with another size, or another part is being written.
        case outOfPlace
        /// Too many files are arriving.
        case tooMany
    }

    private struct Key: Hashable {
        let file: FileID
        let user: UserID
    }

    private struct State {
        var arrivals: [Key: Arrival] = [:]
        var bytes: Int64 = 0
    }

    private let folder: String
    private let memory: Duration
    private let state = Lock(State())
    private let writing = PoolShare(limit: 2, maximumWaiting: maximumFiles)

    /// - Parameter folder: where what is arriving lies. It is there, and cleared at the start of the process.
    public convenience init(folder: String) { self.init(folder: folder, memory: Self.memory) }

    init(folder: String, memory: Duration) {
        self.folder = folder
        self.memory = memory
    }

    /// How many bytes of a file have arrived; `nil` for one that is not arriving.
    public func received(_ file: FileID, of user: UserID) -> Int64? {
        state.withLock { $0.arrivals[Key(file: file, user: user)]?.received }
    }

    /// Takes a part that begins at `offset`. One that has arrived already changes nothing.
    ///
    /// - Parameter size: of the whole file in bytes, the same for each part.
    /// - Returns: how many bytes of the file have arrived.
    /// - Throws: `Refusal`, `NotStored`, `BlockingPool.Full`, `CancellationError`.
    public func take(
        _ part: [UInt8], at offset: Int64, of file: FileID, size: Int64, by user: UserID
    ) async throws -> Int64 {
        let key = Key(file: file, user: user)
        guard let arrival = try begin(part.count, at: offset, key, size: size) else {
            return received(file, of: user) ?? 0
        }
        do {
            try await writing.run { try arrival.content.append(part) }
        } catch {
            // Some of it may have been written, and is in no digest.
            forget(key)
            throw error
        }
        return state.withLock { state in
            state.arrivals[key]?.received = offset + Int64(part.count)
            state.arrivals[key]?.isBusy = false
            state.arrivals[key]?.lastUse = .now
            return offset + Int64(part.count)
        }
    }

    /// The whole file, which is not arriving any more; `nil` where it is not whole.
    public func finish(_ file: FileID, named name: String, by user: UserID) -> ReceivedFile? {
        let key = Key(file: file, user: user)
        let arrival = state.withLock { state -> Arrival? in
            guard let arrival = state.arrivals[key], arrival.received == arrival.size, !arrival.isBusy else {
                return nil
            }
            Self.remove(key, &state)
            return arrival
        }
        guard let arrival else { return nil }
        let content = arrival.content
        return ReceivedFile(
            field: "", name: name, bytes: Int(arrival.size), path: content.take(), hash: content.finish()
        ) { [path = content.path] in unlink(path) }
    }

    /// - Returns: what takes the part; `nil` for a part that has arrived already.
    private func begin(_ count: Int, at offset: Int64, _ key: Key, size: Int64) throws -> Arrival? {
        let now = ContinuousClock.now
        return try state.withLock { state throws in
            guard let arrival = state.arrivals[key] else {
                for (other, arrival) in state.arrivals where !arrival.isBusy && arrival.lastUse + memory <= now {
                    Self.remove(other, &state)
                }
                guard offset == 0, Int64(count) <= size else { throw Refusal.outOfPlace }
                guard state.arrivals.count < Self.maximumFiles, state.bytes + size <= Self.maximumBytes else {
                    throw Refusal.tooMany
                }
                let number = UInt64.random(in: .min ... .max)
                let new = Arrival(
                    content: ArrivingContent("\(folder)/arriving-\(number)"), size: size, isBusy: true, lastUse: now)
                state.arrivals[key] = new
                state.bytes += size
                return new
            }
            guard arrival.size == size, !arrival.isBusy else { throw Refusal.outOfPlace }
            let end = offset + Int64(count)
            if end <= arrival.received, count > 0 || size == 0 { return nil }
            guard offset == arrival.received, end <= size else { throw Refusal.outOfPlace }
            state.arrivals[key]?.isBusy = true
            return arrival
        }
    }

    private func forget(_ key: Key) { state.withLock { Self.remove(key, &$0) } }

    /// Lets a file go; what has arrived of it is deleted with its content, unless that was taken.
    private static func remove(_ key: Key, _ state: inout State) {
        guard let arrival = state.arrivals.removeValue(forKey: key) else { return }
        state.bytes -= arrival.size
    }
}

/// A file that is arriving.
private struct Arrival: Sendable {
    let content: ArrivingContent
    let size: Int64
    var received: Int64 = 0
    /// Whether a part is being written.
    var isBusy: Bool
    var lastUse: ContinuousClock.Instant
}

/// What has arrived of a file. It is deleted with this unless somebody took it.
///
/// `@unchecked Sendable`: used by one at a time, who has set `Arrival.isBusy` or has taken it out of the table.
private final class ArrivingContent: @unchecked Sendable {
    let path: String
    private let digest = SHA256Digest()
    private var isTaken = false

    init(_ path: String) { self.path = path }

    deinit { if !isTaken { unlink(path) } }

    func append(_ part: [UInt8]) throws(NotStored) {
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure() }
        defer { close(file) }
        var done = 0
        while done < part.count {
            let written = part.withUnsafeBytes { write(file, $0.baseAddress! + done, part.count - done) }
            guard written > 0 else { throw failure() }
            done += written
        }
        part.withUnsafeBytes { digest.update($0) }
    }

    func take() -> String {
        isTaken = true
        return path
    }

    func finish() -> [UInt8] { digest.finish() }

    private func failure() -> NotStored {
        let (code, details) = (errno, "\(path): \(String(cString: strerror(errno)))")
        return code == ENOSPC || code == EDQUOT ? .diskFull(details) : .notWritable(details)
    }
}
