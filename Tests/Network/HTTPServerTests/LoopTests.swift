import EventLoops
import Glibc
import HTTP
import HTTPClient
import HTTPServer
import Logging
import Synchronization
import Testing

@Suite struct LoopTests {
    private static func thread() -> pthread_t { pthread_self() }

    /// Answers after it has waited twice, with the threads on which it ran.
    private let handler: Handler = { request in
        var threads: Set<pthread_t> = [Self.thread()]
        for _ in 0..<2 {
            await Task.yield()
            threads.insert(Self.thread())
        }
        return .text(.ok, threads.map(String.init).joined(separator: " "))
    }

    @Test func `connections are shared out among the loops, and stay there with their handlers`() async throws {
        let loops = (0..<3).map { _ in EventLoop() }
        defer { for loop in loops { loop.stop() } }
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.loops = loops
        let server = try Server(configuration, log: .silent, handler: handler)
        var clients: [RawClient] = []
        var connections: [String: Int] = [:]
        for _ in 0..<9 {
            let client = try RawClient(port: server.address.port)
            clients.append(client)
            var threads: Set<String> = []
            for _ in 0..<5 {
                client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                threads.insert(try #require(await client.response()?.body))
            }
            #expect(threads.count == 1)
            for thread in threads { connections[thread, default: 0] += 1 }
        }
        #expect(connections.keys.allSatisfy { !$0.contains(" ") })
        #expect(Array(connections.values) == [3, 3, 3])
        await server.stop()
    }

    /// A handler begins its question while the loop is in the middle of its members' turns: the client's may be over then.
    @Test func `a handler asks elsewhere on its own loop, and nobody has to come by for the answer`() async throws {
        let backend = try Server(
            ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0)), log: .silent
        ) { .text(.ok, "asked for \($0.target.rawPath)") }
        let loop = EventLoop()
        defer { loop.stop() }
        let client = CurlClient(CurlClient.Configuration(), on: [loop])
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.loops = [loop]
        let server = try Server(configuration, log: .silent) { request in
            let first = Self.thread()
            var answers: [String] = []
            for number in 0..<3 {
                let url = "http://\(backend.address)\(request.target.rawPath)/\(number)"
                guard let answer = try? await client.send(ClientRequest(.get, url)) else {
                    return .text(.badGateway, "")
                }
                answers.append(String(decoding: answer.body, as: UTF8.self))
            }
            return .text(.ok, answers.joined(separator: ", ") + (first == Self.thread() ? "" : ", elsewhere"))
        }
        let browser = try RawClient(port: server.address.port)
        for number in 0..<20 {
            browser.send("GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
            let answer = await browser.response()?.body
            #expect(answer == "asked for /\(number)/0, asked for /\(number)/1, asked for /\(number)/2")
            // Each that is missed would cost the browser's patience.
            if answer == nil { break }
        }
        await server.stop()
        client.shutdown()
        await backend.stop()
    }
}
