public import Chat
import Cryptography

/// Makes the first admin of a site that was started without people, for whoever reads the code in its log.
///
/// It works until there is anybody, then never again; the next start without people has another code, except where another
/// process that shares the database has one.
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

    /// Whether people sign in with passwords of this site, so that the first admin needs one.
    public let needsPassword: Bool
    private let people: PeopleAdministration
    private let record: any FirstAdminRecord
    private let clock: Clock

    /// With a code of this process.
    ///
    /// - Returns: `nil` if there are people.
    public convenience init?(
        _ people: PeopleAdministration, code: FirstAdminCode, clock: Clock = .system
    ) async throws(ChatError) {
        let record = FirstAdminInMemory(code, endsAt: clock.now().adding(Self.lifetime))
        try await self.init(people, record, clock: clock)
    }

    /// - Parameter record: has the code.
    /// - Returns: `nil` if there are people.
    public init?(
        _ people: PeopleAdministration, _ record: any FirstAdminRecord, clock: Clock
    ) async throws(ChatError) {
        guard try await !people.chat.hasPeople() else { return nil }
        self.people = people
        self.record = record
        self.clock = clock
        needsPassword = people.passwords != nil
    }

    /// Whether there is nobody yet.
    public var isOpen: Bool {
        get async throws {
            guard try await !record.isOver else { return false }
            guard try await people.chat.hasPeople() else { return true }
            // For good, also if they are deleted later. Whom `make` has just registered may be taken back.
            try await record.close()
            return false
        }
    }

    /// Until when the code is good.
    public var endsAt: Timestamp { get async throws { try await record.current().endsAt } }

    public func isExpired(_ endsAt: Timestamp) -> Bool { clock.now() >= endsAt }

    /// Compares a typed code in constant time, as a rate-limited attempt.
    ///
    /// - Parameter typed: `nil` where the text has not the form of a code.
    public func check(_ typed: FirstAdminCode?) async throws -> AttemptOutcome<Void, Fault> {
        let current = try await record.current()
        guard let typed, ConstantTime.areEqual(typed.hash, current.hash) else { return .failed(.wrongCode) }
        return isExpired(current.endsAt) ? .notAnAttempt(.failure(.expired)) : .proven(())
    }

    /// Makes the first admin; the caller has checked the code. Of several attempts at once one succeeds.
    ///
    /// - Throws: `Fault`; `ChatError`; `PasswordError`.
    public func make(_ new: NewUser, password: Password?) async throws -> User {
        switch try await record.begin() {
        case .begun: break
        case .underWay: throw Fault.underWay
        case .over: throw Fault.over
        }
        do {
            guard try await !people.chat.hasPeople() else { throw Fault.over }
            let user = try await people.create(new, role: .admin, password: password)
            // There is somebody, which decides as well.
            try? await record.end(isOver: true)
            return user
        } catch {
            // Where this fails, another attempt may begin a minute later.
            try? await record.end(isOver: error as? Fault == .over)
            throw error
        }
    }
}
