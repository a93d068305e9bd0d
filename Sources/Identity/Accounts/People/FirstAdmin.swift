public import Chat
import Cryptography
import Synchronization

/// Makes the first admin of a site that was started without people, for whoever reads the code in its log.
///
/// It holds the hash of the code only. It works until there is anybody, then never again; the next start without people
/// has another code.
public final class FirstAdmin: Sendable {
    /// How long the code is good.
    public static let lifetime = Duration.seconds(24 * 3_600)

    /// Why nobody is made.
    public enum Fault: Error, Sendable, Equatable {
        case wrongCode
        case expired
        /// Another request makes the first admin at this moment.
        case underWay
        /// There are people.
        case over
    }

    private enum Progress {
        case open
        case underWay
        case over
    }

    public let endsAt: Timestamp
    /// Whether people sign in with passwords of this site, so that the first admin needs one.
    public let needsPassword: Bool
    private let people: PeopleAdministration
    private let hash: [UInt8]
    private let clock: Clock
    private let progress = Mutex(Progress.open)

    /// - Returns: `nil` if there are people.
    public init?(_ people: PeopleAdministration, code: FirstAdminCode, clock: Clock = .system) async throws(ChatError) {
        guard try await !people.chat.hasPeople() else { return nil }
        self.people = people
        self.clock = clock
        hash = code.hash
        endsAt = clock.now().adding(Self.lifetime)
        needsPassword = people.passwords != nil
    }

    /// Whether there is nobody yet.
    public var isOpen: Bool {
        get async throws(ChatError) {
            guard progress.withLock({ $0 != .over }) else { return false }
            guard try await people.chat.hasPeople() else { return true }
            // For good, also if they are deleted later. Whom `make` has just registered may be taken back.
            progress.withLock { if $0 == .open { $0 = .over } }
            return false
        }
    }

    public var isExpired: Bool { clock.now() >= endsAt }

    /// Compares a typed code in constant time, as a rate-limited attempt.
    ///
    /// - Parameter typed: `nil` where the text has not the form of a code.
    public func check(_ typed: FirstAdminCode?) -> AttemptOutcome<Void, Fault> {
        guard let typed, ConstantTime.areEqual(typed.hash, hash) else { return .failed(.wrongCode) }
        return isExpired ? .notAnAttempt(.failure(.expired)) : .proven(())
    }

    /// Makes the first admin; the caller has checked the code. Of several attempts at once one succeeds.
    ///
    /// - Throws: `Fault`; `ChatError`; `PasswordError`.
    public func make(_ new: NewUser, password: Password?) async throws -> User {
        try progress.withLock { progress throws(Fault) in
            switch progress {
            case .open: progress = .underWay
            case .underWay: throw .underWay
            case .over: throw .over
            }
        }
        do {
            guard try await !people.chat.hasPeople() else { throw Fault.over }
            let user = try await people.create(new, role: .admin, password: password)
            progress.withLock { $0 = .over }
            return user
        } catch {
            progress.withLock { $0 = error as? Fault == .over ? .over : .open }
            throw error
        }
    }
}
