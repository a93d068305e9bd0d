import HTTP
import HTTPServer
import Testing

@Suite struct AcceptorTests {
    @Test func `who comes when all places are taken waits until one is free`() async throws {
        var limits = ServerLimits()
        limits.connections = 4
        try await withServer(limits: limits, handler: { _ in .text(.ok, "come in") }) { port in
            let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
            var connected: [RawClient] = []
            for _ in 0..<limits.connections {
                let client = try RawClient(port: port)
                client.send(request)
                #expect(await client.response()?.body == "come in")
                connected.append(client)
            }
            let late = try RawClient(port: port)
            late.send(request)
            #expect(!late.hasAnswer(within: .milliseconds(100)))
            connected.removeLast()
            #expect(await late.response()?.body == "come in")
        }
    }
}
