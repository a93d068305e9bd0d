import Glibc

/// Runs the jobs of all tasks of this process on one thread, in an order that a seed decides.
///
/// Every job of Swift's default executor goes through a hook of the runtime (ConcurrencyHooks.cpp in Swift's sources).
/// Since nothing else runs, an empty queue means that every task has ended or waits for something that the simulation
/// holds back. Tasks must be detached, as the main thread's go elsewhere.
final class JobQueue: TaskExecutor {
    static let shared = JobQueue()
    // Only the main thread uses it: no other thread has jobs to run, besides timers, which are cancelled.
    private nonisolated(unsafe) static var jobs: [UnownedJob] = []

    func enqueue(_ job: consuming ExecutorJob) { Self.jobs.append(UnownedJob(job)) }

    static func install() {
        typealias Original = @convention(thin) (UnownedJob) -> Void
        typealias Hook = @convention(thin) (UnownedJob, Original) -> Void
        guard let hook = dlsym(nil, "swift_task_enqueueGlobal_hook") else {
            // Without the hook nothing would be simulated.
            fatalError("the Swift runtime has no hook for jobs")
        }
        hook.assumingMemoryBound(to: Hook?.self).pointee = { job, _ in JobQueue.jobs.append(job) }
    }

    /// Runs at most `limit` jobs, in any order.
    static func run(atMost limit: Int = .max, _ random: () -> UInt64) {
        var count = 0
        while count < limit, !jobs.isEmpty {
            let job = jobs.remove(at: Int(random() % UInt64(jobs.count)))
            job.runSynchronously(on: shared.asUnownedTaskExecutor())
            count += 1
        }
    }
}
