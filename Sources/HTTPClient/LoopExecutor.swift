import Glibc
import Synchronization

/// Lets a task go on, on the thread that has the answers to its requests: nobody has to be woken in between.
final class LoopExecutor: TaskExecutor {
    let mailbox = Mailbox()
    /// The loop's thread, from its start on.
    private let thread = Atomic<pthread_t>(0)

    /// To be called once, by the loop's thread.
    func start() { thread.store(pthread_self(), ordering: .relaxed) }

    /// Whether the caller runs on it.
    var isCurrent: Bool { thread.load(ordering: .relaxed) == pthread_self() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // A task may outlive the client.
        if !mailbox.post(.run(job)) { globalConcurrentExecutor.enqueue(job) }
    }

    func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
}
