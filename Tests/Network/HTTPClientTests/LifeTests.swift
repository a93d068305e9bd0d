import HTTP
import HTTPClient
import Testing

@Suite struct LifeTests {
    private static let silence: RawServer.Behaviour = { _, _ in }

    @Test("five hundred requests at once each get their own answer", arguments: Way.allCases)
    func parallel(way: Way) async throws {
        let client = way.client()
        try await RawServer.run { request, connection in
            connection.answer(body: Array(request.target.utf8) + request.body)
        } body: { server in
            try await withThrowingTaskGroup(of: (Int, ClientResponse).self) { group in
                for number in 0..<500 {
                    let request = ClientRequest(.post, "\(server.url)/\(number)", body: Array("!".utf8))
                    group.addTask { (number, try await client.send(request)) }
                }
                for try await (number, answer) in group { #expect(answer.body == Array("/\(number)!".utf8)) }
            }
            #expect(server.requests.count == 500)
        }
    }

    @Test("cancelling the task breaks the request off at once, and closes its connection", arguments: Way.allCases)
    func cancellation(way: Way) async throws {
        let client = way.client()
        try await RawServer.run(Self.silence) { server in
            let task = Task { await client.failure(ClientRequest(.get, server.url)) }
            try await server.waitForRequests(1)
            let time = await ContinuousClock().measure {
                task.cancel()
                #expect(await task.value?.reason == .cancelled)
            }
            #expect(time < .seconds(30))
            try await server.waitForHangUps(1)
        }
    }

    @Test("a task that is cancelled before it sends, sends nothing", arguments: Way.allCases)
    func cancelledBefore(way: Way) async throws {
        let client = way.client()
        try await RawServer.run(Self.silence) { server in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await client.failure(ClientRequest(.get, server.url))
            }
            #expect(await task.value?.reason == .cancelled)
            #expect(server.requests.isEmpty)
        }
    }

    @Test("cancelling at any moment ends each request once, and the client goes on", arguments: Way.allCases)
    func cancellationRace(way: Way) async throws {
        let client = way.client()
        try await RawServer.run { _, connection in
            connection.answer()
        } body: { server in
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<300 {
                    group.addTask {
                        let task = Task { await client.failure(ClientRequest(.get, server.url)) }
                        for _ in 0..<number { await Task.yield() }
                        task.cancel()
                        let reason = await task.value?.reason
                        #expect(reason == nil || reason == .cancelled)
                    }
                }
            }
            let answer = try await client.send(ClientRequest(.get, server.url))
            #expect(answer.status == .ok)
        }
    }

    @Test("shutting down cancels what is under way, and whatever is sent after", arguments: Way.allCases)
    func shutdown(way: Way) async throws {
        let client = way.client()
        try await RawServer.run(Self.silence) { server in
            let tasks = (0..<10).map { _ in Task { await client.failure(ClientRequest(.get, server.url)) } }
            try await server.waitForRequests(10)
            client.shutdown()
            for task in tasks { #expect(await task.value?.reason == .cancelled) }
            #expect(await client.failure(ClientRequest(.get, server.url))?.reason == .cancelled)
            try await server.waitForHangUps(10)
            client.shutdown()
        }
    }

    @Test("a client that nobody holds closes its connections", arguments: Way.allCases)
    func deinitialization(way: Way) async throws {
        try await RawServer.run { _, connection in
            connection.answer()
        } body: { server in
            for _ in 0..<50 { _ = try await way.client().send(ClientRequest(.get, server.url)) }
            #expect(server.connections == 50)
            try await server.waitForHangUps(50)
        }
    }
}
