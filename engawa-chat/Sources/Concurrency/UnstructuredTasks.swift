/// Tasks that outlive their caller and continue its work, such as one whose result several wait for.
public enum UnstructuredTasks {
    public typealias Operation = @Sendable () async -> Void
    /// Starts a task on the executor to which the calling thread belongs; `nil` where it belongs to none.
    public typealias Starter = @Sendable (_ operation: @escaping Operation) -> Task<Void, Never>?

    private static let starter = Lock<Starter?>(nil)

    /// Called once by what has executors with threads of their own.
    public static func use(_ starter: @escaping Starter) { self.starter.withLock { $0 = starter } }

    /// Starts a task on the caller's executor. `Task.init` does not inherit the executor that the caller prefers
    /// (https://github.com/swiftlang/swift-evolution/blob/main/proposals/0417-task-executor-preference.md): its operation
    /// would go on in another thread, which has to be woken, and so has the caller's for the result.
    @discardableResult
    public static func start(_ operation: @escaping Operation) -> Task<Void, Never> {
        starter.withLock(\.self)?(operation) ?? Task { await operation() }
    }
}
