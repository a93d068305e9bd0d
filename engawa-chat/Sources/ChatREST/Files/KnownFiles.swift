import Chat
import Concurrency

/// What was read of files a short time ago, so that a page with many pictures does not ask the backend for each of them
/// every time. Those that belong to no message are not kept: they change when they are sent.
final class KnownFiles: Sendable {
    /// How long it is kept: a file that was deleted elsewhere, or whose conversation somebody was removed from, may be read
    /// for so long.
    static let memory = Duration.seconds(30)
    /// How many are kept: for each person apart, as the backend has looked who may read it.
    static let maximumCount = 10_000

    private struct Key: Hashable {
        let file: FileID
        let user: UserID
    }

    private struct State {
        var limits = FileLimits(bytesOfFile: 0)
        var files = RecentValues<Key, (file: SentFile, end: Timestamp)>(maximum: maximumCount)
        var isThere = false
    }

    private let state = Lock(State())
    private let clock: Clock

    init(clock: Clock) { self.clock = clock }

    var limits: FileLimits { state.withLock { $0.limits } }

    /// Whether the backend has said that it has files.
    var isThere: Bool { state.withLock { $0.isThere } }

    /// - Parameter limits: `nil` for a backend that has no files.
    func learn(_ limits: FileLimits?) {
        state.withLock { state in
            state.limits = limits ?? FileLimits(bytesOfFile: 0)
            state.isThere = limits != nil
        }
    }

    func file(_ id: FileID, as user: UserID) -> SentFile? {
        let now = clock.now()
        let found = state.withLock { $0.files[Key(file: id, user: user)] }
        return found.flatMap { now < $0.end ? $0.file : nil }
    }

    func keep(_ file: SentFile, as user: UserID) {
        guard file.message != nil else { return }
        let end = clock.now().adding(Self.memory)
        state.withLock { $0.files[Key(file: file.attachment.id, user: user)] = (file, end) }
    }

    /// A message was deleted through this process.
    func forget(filesOf message: MessageID) {
        state.withLock { $0.files.removeAll { $0.file.message == message } }
    }
}
