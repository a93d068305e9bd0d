import Dispatch
import HTTP
import HTTPServer
import Logging
import Synchronization
import Testing

/// Runs tasks on a queue, and counts how often.
private final class CountingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "counting")
    private let jobs = Mutex(0)

    var count: Int { jobs.withLock { $0 } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0 += 1 }
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

@Suite struct ExecutorTests {
    /// Answers after it has waited twice; `/now` at once.
    private let handler: Handler = { request in
        if request.target.rawPath != "/now" {
            await Task.yield()
            await Task.yield()
        }
        return .text(.ok, "\(request.target.rawPath)\n")
    }

    @Test func `handlers that wait go on where the server is told, in turn; others need nobody`() async throws {
        let executors = [CountingExecutor(), CountingExecutor()]
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.executors = executors
        let server = try Server(configuration, log: .silent, handler: handler)
        let client = try RawClient(port: server.address.port)
        client.send("GET /now HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.response()?.body == "/now\n")
        #expect(executors.map(\.count) == [0, 0])
        for number in 0..<100 {
            client.send("GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.response()?.body == "/\(number)\n")
        }
        for executor in executors { #expect(executor.count > 20) }
        await server.stop()
    }
}
