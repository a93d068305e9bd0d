import HTTP
import Testing

@testable import HTTPServer

/// What a server with these proxies takes a request of a peer for.
private func resolved(_ proxies: String, peer: String, _ headers: HeaderFields) throws -> Request {
    var request = Request(method: .get, target: try #require(RequestTarget("/")), headers: headers)
    request.remoteAddress = peer
    try #require(TrustedProxies(proxies)).resolve(&request)
    return request
}

@Suite struct TrustedProxiesTests {
    private static let proxies = "10.0.0.0/8,2001:db8::1"

    @Test(
        arguments: [
            ("10.1.2.3", ["203.0.113.9"], "203.0.113.9"),
            // What the client wrote itself stands at the left.
            ("10.1.2.3", ["127.0.0.1, 203.0.113.9"], "203.0.113.9"),
            ("10.1.2.3", ["198.51.100.1", "203.0.113.9, 10.9.9.9"], "203.0.113.9"),
            ("10.1.2.3", ["10.0.0.1, 10.0.0.2"], "10.0.0.1"),
            ("2001:db8::1", ["2001:DB8:0:0::5"], "2001:db8::5"),
            ("::ffff:10.1.2.3", ["::ffff:203.0.113.9"], "203.0.113.9"),
            ("10.1.2.3", [], "10.1.2.3"),
            // What is no address is nobody: the client is whoever passed it on.
            ("10.1.2.3", ["203.0.113.9, unknown"], "10.1.2.3"),
            ("10.1.2.3", ["203.0.113.9,"], "10.1.2.3"),
            ("10.1.2.3", ["203.0.113.9:4711"], "10.1.2.3"),
            ("10.1.2.3", ["203.0.113.9, nonsense, 10.4.4.4"], "10.4.4.4"),
            ("10.1.2.3", ["203.0.113.9 10.4.4.4"], "10.1.2.3"),
            // What joins the sign before it or behind it is a byte like any other: the comma still ends a member. The
            // comma in front of the address is the proxy's, and what stands before that the client's.
            ("10.1.2.3", ["\u{600}, 203.0.113.9"], "203.0.113.9"),
            ("10.1.2.3", ["127.0.0.1\u{110BD}, 203.0.113.9, 10.4.4.4"], "203.0.113.9"),
            ("10.1.2.3", ["\u{6DD},203.0.113.9"], "203.0.113.9"),
            ("10.1.2.3", ["x,\u{301}, 203.0.113.9"], "203.0.113.9"),
            ("10.1.2.3", ["192.0.2.1,\u{301}203.0.113.9"], "10.1.2.3"),
            ("10.1.2.3", ["\u{301},203.0.113.9"], "203.0.113.9"),
            ("10.1.2.3", ["x, \u{301}, 203.0.113.9, 10.4.4.4"], "203.0.113.9"),
            ("10.1.2.3", ["a\u{200D},\u{200D}, 203.0.113.9"], "203.0.113.9"),
            ("10.1.2.3", ["192.0.2.1,\t203.0.113.9\t"], "203.0.113.9"),
            // Whoever is no trusted proxy says what they like.
            ("192.0.2.7", ["203.0.113.9"], "192.0.2.7"),
            ("2001:db8::2", ["203.0.113.9"], "2001:db8::2"),
        ] as [(String, [String], String)])
    func `the client is who stands before the last trusted proxy`(
        peer: String, forwarded: [String], client: String
    ) throws {
        var headers = HeaderFields()
        for line in forwarded { headers.append("X-Forwarded-For", line) }
        #expect(try resolved(Self.proxies, peer: peer, headers).remoteAddress == client)
    }

    @Test func `a row of proxies without end ends`() throws {
        let hops = "203.0.113.9" + String(repeating: ", 10.0.0.1", count: 10_000)
        #expect(
            try resolved(Self.proxies, peer: "10.0.0.2", ["X-Forwarded-For": hops]).remoteAddress == "10.0.0.1")
    }

    @Test(
        arguments: [
            ("10.1.2.3", "https", Origin.Scheme.https), ("10.1.2.3", "HTTP", .http), ("10.1.2.3", "https, http", .http),
            ("10.1.2.3", "https; x", nil),
            ("10.1.2.3", "http\u{600},https", .https), ("10.1.2.3", "https,\u{301}", nil), ("10.1.2.3", "", nil),
            ("192.0.2.7", "https", nil),
        ] as [(String, String, Origin.Scheme?)])
    func `only a trusted proxy says how a request came to it`(peer: String, said: String, scheme: Origin.Scheme?) throws
    {
        #expect(try resolved(Self.proxies, peer: peer, ["X-Forwarded-Proto": said]).scheme == scheme)
    }

    @Test(arguments: [
        "", ",", "10.0.0.1,", "10.0.0.1/33", "10.0.0.1/8", "10.0.0.0/0", "::/0", "2001:db8::/129", "proxy", "10.0.0",
        "10.0.0.1 ", "10.0.0.1\u{0}", "10.0.0.1,\u{301}10.0.0.2", "10.0.0.0/\u{301}8", "10.0.0.0/+8", "10.0.0.0/ 8",
        "[::1]", "10.0.0.1:80",
    ])
    func `a list with a slip of the pen is none`(text: String) { #expect(TrustedProxies(text) == nil) }

    @Test func `the access log tells of the client, and a stranger's word does not count`() async throws {
        for (proxies, address) in [("127.0.0.1", "203.0.113.9"), ("10.0.0.1", "127.0.0.1")] {
            let log = LogLines()
            try await withServer(
                proxies: try #require(TrustedProxies(proxies)), log: log.logger,
                handler: { .text(.ok, $0.remoteAddress ?? "") }
            ) { port in
                let client = try RawClient(port: port)
                client.send("GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n")
                #expect(await client.response()?.body == address)
            }
            #expect(try await log.wait(for: "from=\(address)") != nil, "\(log.all)")
        }
    }
}
