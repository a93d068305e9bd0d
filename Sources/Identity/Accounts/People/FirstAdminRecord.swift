public import Chat
import Synchronization

/// The code with which the first admin is made, and how far that is.
public protocol FirstAdminRecord: Sendable {
    /// What is compared with a typed code: its hash, and until when it is good.
    func current() async throws -> (hash: [UInt8], endsAt: Timestamp)
    /// Whether nobody can be made any more.
    var isOver: Bool { get async throws }
    /// Begins to make the first admin, who is made once.
    func begin() async throws -> FirstAdminTurn
    /// Ends what `begin` has begun.
    ///
    /// - Parameter isOver: whether nobody can be made any more.
    func end(isOver: Bool) async throws
    /// Nobody can be made any more, unless somebody is being made at this moment, who may be taken back.
    func close() async throws
}

/// What `FirstAdminRecord.begin` says.
public enum FirstAdminTurn: Sendable, Equatable {
    case begun
    /// Another request makes the first admin at this moment.
    case underWay
    case over
}

/// For one process: each start has another code.
final class FirstAdminInMemory: FirstAdminRecord {
    private enum Progress {
        case open
        case underWay
        case over
    }

    private let code: (hash: [UInt8], endsAt: Timestamp)
    private let progress = Mutex(Progress.open)

    init(_ code: FirstAdminCode, endsAt: Timestamp) { self.code = (code.hash, endsAt) }

    func current() -> (hash: [UInt8], endsAt: Timestamp) { code }

    var isOver: Bool { progress.withLock { $0 == .over } }

    func begin() -> FirstAdminTurn {
        progress.withLock { progress in
            switch progress {
            case .open:
                progress = .underWay
                return .begun
            case .underWay: return .underWay
            case .over: return .over
            }
        }
    }

    func end(isOver: Bool) { progress.withLock { $0 = isOver ? .over : .open } }

    func close() { progress.withLock { if $0 == .open { $0 = .over } } }
}
