import Accounts
import Foundation
import HTTP
import HTTPClient
import Testing

@testable import Gateway

/// Which names of this site are believed. A page of a stranger's name whose address was turned to ours (DNS rebinding) is
/// the same origin as ours to a browser.
@Suite struct HostTests {
    private static let local = [
        "127.0.0.1", "127.0.0.1:8080", "192.168.1.20:8080", "203.0.113.9", "[::1]", "[::1]:8080", "[fd00::1]:80",
        "localhost", "localhost:8080", "LOCALHOST", "Veranda:8080", "veranda", "veranda.local", "Veranda.LOCAL:8080",
        "veranda.lan", "a.b.internal", "veranda.test", "veranda.home.arpa", "my-machine_2", "chat.localhost",
    ]
    private static let foreign = [
        "evil.example", "evil.example:8080", "evil.com", "com.", "localhost.", "a.local.", "evil.com.", "127.0.0.1.",
        "a..local", ".local", "local.evil.com", "0x7f.1", "0x7f000001", "2130706433", "127.1", "0177.0.0.1",
        "0x.1.2.0x", "1.2.3.04", "127.0.0.256", "1.2.3.4.5", "127.0.0.1.evil.com", "[::1", "[::1]x", "[evil]",
        "[::ffff:1.2.3]", "[1]",
        "[fe80::1%25eth0]",
        "user@localhost", "localhost@evil.com", "localhost:", "localhost:99999", "localhost:8080:80", "local host", "",
        "home.arpa.evil", "evil.com,localhost", "xn--nxa.com", "evil.0x7f",
    ]

    private func status(_ site: SiteUnderTest, _ request: ClientRequest) async throws -> Status {
        try await site.browser().send(request).status
    }

    private func expect(
        _ status: Status, sourceLocation: SourceLocation = #_sourceLocation, of request: () async throws -> Status
    ) async throws {
        let answer = try await request()
        #expect(answer == status, sourceLocation: sourceLocation)
    }

    @Test func `a page is shown under a local name or an address, and under no other`() async throws {
        try await withSite(.embedded) { site in
            for host in Self.local {
                let answer = try await status(site, ClientRequest(.get, site.url + "/sign-in", headers: [.host: host]))
                #expect(answer == .ok, "\(host)")
            }
            for host in Self.foreign where host.utf8.allSatisfy({ $0 > 0x20 }) && !host.isEmpty {
                for path in ["/sign-in", "/conversations", "/events", "/nowhere"] {
                    let request = ClientRequest(.get, site.url + path, headers: [.host: host])
                    let answer = try await status(site, request)
                    // What is no host and port at all is refused by the server.
                    let isWritable = !host.contains { "@,".contains($0) }
                    #expect(answer.rawValue == (isWritable ? 421 : 400), "\(host)")
                }
            }
        }
    }

    @Test func `what is asked for under a foreign name is refused in words that name the setting`() async throws {
        try await withSite(.embedded) { site in
            for (language, words) in [("en", "--public-url"), ("ja", "--public-url")] {
                let answer = try await site.browser(language: language).send(
                    ClientRequest(.get, site.url + "/sign-in", headers: [.host: "evil.com"]))
                #expect(answer.text.contains(words))
                #expect(!answer.text.contains("class=\"button\""), "every link would be refused, too")
                #expect(answer.text.contains(language == "ja" ? "この名前では開けません" : "under this name"))
            }
            #expect(site.log.all.contains("a name that may be somebody else's"))
        }
    }

    @Test func `whoever looks after the machine may ask under any name`() async throws {
        try await withSite(.embedded) { site in
            for path in ["/healthz", "/readyz", site.site.parts.assets.path("engawa.css").text] {
                let request = ClientRequest(.get, site.url + path, headers: [.host: "probe.example.com"])
                try await expect(.ok) { try await status(site, request) }
            }
        }
    }

    @Test(arguments: ["evil.com", "com.", "localhost.", "2130706433"], ["origin", "sec-fetch-site", "both"])
    func `no header makes a change under a foreign name one of ours`(host: String, proof: String) async throws {
        try await withSite(.embedded) { site in
            var headers: HeaderFields = [.host: host, .contentType: MediaType.urlEncodedForm.description]
            if proof != "sec-fetch-site" { headers[.origin] = "http://\(host)" }
            if proof != "origin" { headers[.secFetchSite] = "same-origin" }
            let answer = try await site.browser().send(
                ClientRequest(.post, site.url + "/sign-in", headers: headers, body: Array("user=alice".utf8)))
            #expect(answer.status == .forbidden)
            #expect(answer.headers[.setCookie] == nil)
        }
    }

    @Test(arguments: ["evil.com", "com.", "chat.example.evil.com"])
    func `with a public URL a change needs its name, a local one or an address, where no Origin is sent`(host: String)
        async throws
    {
        try await withSite(.embedded, publicURL: "https://chat.example") { site in
            func post(_ host: String, _ origin: String? = nil) async throws -> Status {
                var headers: HeaderFields = [.host: host, .contentType: MediaType.urlEncodedForm.description]
                headers[.secFetchSite] = "same-origin"
                headers[.origin] = origin
                return try await status(
                    site, ClientRequest(.post, site.url + "/sign-in", headers: headers, body: Array("user=alice".utf8)))
            }
            try await expect(.forbidden) { try await post(host) }
            try await expect(.seeOther) { try await post("chat.example") }
            try await expect(.seeOther) { try await post("CHAT.example:8080") }
            try await expect(.seeOther) { try await post("127.0.0.1:8080") }
            // The proxy before us may call us what it likes, as long as the browser says where it is.
            try await expect(.seeOther) { try await post(host, "https://chat.example") }
            try await expect(.forbidden) { try await post("chat.example", "http://\(host)") }
        }
    }

    @Test func `with a public URL pages are shown under every name`() async throws {
        try await withSite(.embedded, publicURL: "https://chat.example") { site in
            for host in ["chat.example", "engawa.upstream.example", "10.0.0.7:8080"] {
                let request = ClientRequest(.get, site.url + "/sign-in", headers: [.host: host])
                try await expect(.ok) { try await status(site, request) }
            }
        }
    }
}
