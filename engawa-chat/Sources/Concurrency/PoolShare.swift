/// A share of a blocking pool: at most so many pieces of work run at once, so that others find a thread.
public struct PoolShare: Sendable {
    private let pool: BlockingPool
    private let slots: Slots

    /// - Parameters:
    ///   - limit: how many run at once.
    ///   - maximumWaiting: how many more may wait.
    public init(_ pool: BlockingPool = .shared, limit: Int, maximumWaiting: Int) {
        self.pool = pool
        slots = Slots(limit, maximumWaiting: maximumWaiting)
    }

    /// How many wait for others of this share.
    public var waiting: Int { slots.waiting }

    /// Runs `work` on a thread of the pool. The caller goes on on its own executor.
    ///
    /// - Throws: `BlockingPool.Full`; `CancellationError` where the caller is cancelled before `work` begins; what
    ///   `work` throws.
    public func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        do { try await slots.take() } catch {
            switch error {
            case .full: throw BlockingPool.Full()
            case .cancelled: throw CancellationError()
            }
        }
        defer { slots.giveBack() }
        return try await pool.run(work)
    }
}
