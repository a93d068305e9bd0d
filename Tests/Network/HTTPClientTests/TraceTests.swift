import HTTP
import HTTPClient
import Testing

@Suite struct TraceTests {
    @Test(arguments: [false, true])
    func `each request is sent with its own trace, and one without has no such field`(isPlain: Bool) async throws {
        var configuration = CurlClient.Configuration()
        configuration.readsPlainAnswers = isPlain
        let client = CurlClient(configuration)
        let traces = [
            TraceParent(beginningWith: RequestID()), TraceParent(beginningWith: RequestID()), nil,
            TraceParent(beginningWith: RequestID()),
        ]
        try await RawServer.run { _, connection in
            connection.answer()
        } body: { server in
            for trace in traces {
                var request = ClientRequest(.get, server.url, headers: ["X-Same": "1"])
                request.trace = trace
                _ = try await client.send(request)
            }
            #expect(server.requests.map { $0.value(of: "traceparent") } == traces.map { $0?.description })
            #expect(server.requests.allSatisfy { $0.value(of: "X-Same") == "1" })
        }
    }
}
