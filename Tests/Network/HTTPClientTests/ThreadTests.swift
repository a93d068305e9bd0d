import EventLoops
import Glibc
import HTTP
import HTTPClient
import Testing

@Suite struct ThreadTests {
    private let answering: RawServer.Behaviour = { request, connection in
        connection.answer(body: Array(request.target.utf8))
    }

    private static func thread() -> pthread_t { pthread_self() }

    @Test("a task that prefers one of the client's loops goes on there with its answers", arguments: Way.allCases)
    func staying(way: Way) async throws {
        let loops = (0..<3).map { _ in EventLoop() }
        defer { for loop in loops { loop.stop() } }
        let client = CurlClient(way.configuration(), on: loops)
        try await RawServer.run(answering) { server in
            var threads: Set<pthread_t> = []
            for loop in loops {
                let seen = await Task(executorPreference: loop) {
                    var seen = [Self.thread()]
                    for _ in 0..<20 {
                        _ = try? await client.send(ClientRequest(.get, server.url))
                        seen.append(Self.thread())
                    }
                    return Set(seen)
                }.value
                #expect(seen.count == 1)
                threads.formUnion(seen)
            }
            #expect(threads.count == 3)
            #expect(server.requests.count == 60)
            #expect(server.connections == 3, "each thread keeps connections of its own")
        }
    }

    @Test(
        "requests from elsewhere are shared out among the loops, and each gets its own answer", arguments: Way.allCases)
    func sharing(way: Way) async throws {
        let loops = (0..<4).map { _ in EventLoop() }
        defer { for loop in loops { loop.stop() } }
        let client = CurlClient(way.configuration(), on: loops)
        try await RawServer.run(answering) { server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<400 {
                    group.addTask {
                        let answer = try await client.send(ClientRequest(.get, "\(server.url)/\(number)"))
                        #expect(answer.body == Array("/\(number)".utf8))
                    }
                }
                try await group.waitForAll()
            }
            #expect(server.requests.count == 400)
        }
    }

    @Test("a task that outlives the client goes on elsewhere", arguments: Way.allCases)
    func outliving(way: Way) async throws {
        let loop = EventLoop()
        let client = CurlClient(way.configuration(), on: [loop])
        try await RawServer.run { _, _ in
        } body: { server in
            let task = Task(executorPreference: loop) {
                let failure = await client.failure(ClientRequest(.get, server.url))
                await Task.yield()
                return failure?.reason
            }
            try await server.waitForRequests(1)
            client.shutdown()
            loop.stop()
            #expect(await task.value == .cancelled)
        }
    }

    @Test("the last to hold a client may let go of it on the client's own thread", arguments: Way.allCases)
    func lettingGo(way: Way) async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        try await RawServer.run(answering) { server in
            for _ in 0..<50 {
                let client = CurlClient(way.configuration(), on: [loop])
                let answer = try await Task(executorPreference: loop) { [client] in
                    try await client.send(ClientRequest(.get, server.url))
                }.value
                #expect(answer.status == .ok)
            }
            try await server.waitForHangUps(50)
        }
    }

    @Test("a task that fills its thread with work leaves requests their turn", arguments: Way.allCases)
    func sharingTheThread(way: Way) async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let client = CurlClient(way.configuration(), on: [loop])
        try await RawServer.run(answering) { server in
            let busy = Task(executorPreference: loop) {
                while !Task.isCancelled { await Task.yield() }
            }
            for _ in 0..<20 {
                #expect(await client.failure(ClientRequest(.get, server.url)) == nil)
            }
            busy.cancel()
            await busy.value
        }
    }
}
