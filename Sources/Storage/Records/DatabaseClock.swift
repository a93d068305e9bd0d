public import Chat
public import PostgreSQL
import Synchronization

/// The time of a PostgreSQL server, which all processes that use it share. Between two readings it goes on by this
/// machine's monotonic clock, so a wall clock that is wrong, or that jumps, does no harm.
public final class DatabaseClock: Sendable {
    /// The time between two readings. Monotonic clocks drift by some milliseconds in it.
    public static let interval = Duration.seconds(60)
    /// A later reading that took longer is not used: the time may be wrong by half of that.
    static let longestReading = Duration.seconds(1)

    /// The server's time.
    private let read: @Sendable () async throws -> Timestamp
    /// The time since a fixed moment.
    private let elapsed: @Sendable () -> Duration
    /// The server's time at that moment, in milliseconds.
    private let beginning: Atomic<Int64>

    /// Reads the time.
    /// - Throws: `StoreOutage`.
    public convenience init(_ database: PostgreSQL.Database) async throws {
        let start = ContinuousClock.now
        let records = RecordDatabase(database)
        try await self.init(elapsed: { ContinuousClock.now - start }) {
            let milliseconds = try await records.row(
                "SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)"
            ) { $0.integer(0) }
            return Timestamp(milliseconds: milliseconds ?? 0)
        }
    }

    init(
        elapsed: @escaping @Sendable () -> Duration, read: @escaping @Sendable () async throws -> Timestamp
    ) async throws {
        self.elapsed = elapsed
        self.read = read
        beginning = Atomic(try await Self.reading(elapsed, read).beginning)
    }

    public var clock: Chat.Clock {
        Chat.Clock { [self] in Timestamp(milliseconds: beginning.load(ordering: .relaxed)).adding(elapsed()) }
    }

    /// Reads the time again. Where that fails or takes long, the reading before holds.
    public func update() async throws {
        let reading = try await Self.reading(elapsed, read)
        if reading.duration <= Self.longestReading { beginning.store(reading.beginning, ordering: .relaxed) }
    }

    /// Reads the time once in `interval`, until the task is cancelled.
    ///
    /// - Parameter report: takes the error of a reading that failed.
    public func run(_ report: (any Error) -> Void) async {
        while true {
            do { try await Task.sleep(for: Self.interval) } catch { return }
            do { try await update() } catch { report(error) }
        }
    }

    /// The server has told its time in the middle of the reading, as far as it is known.
    private static func reading(
        _ elapsed: @Sendable () -> Duration, _ read: @Sendable () async throws -> Timestamp
    ) async throws -> (beginning: Int64, duration: Duration) {
        let begun = elapsed()
        let time = try await read()
        let duration = elapsed() - begun
        return (time.adding(.zero - (begun + duration / 2)).milliseconds, duration)
    }
}
