import Foundation
import HTTP
import HTTPClient
import Testing

@testable import engawa

@Suite struct ProxyTests {
    private let forwarded: HeaderFields = [
        .contentType: MediaType.urlEncodedForm.description, "X-Forwarded-For": "198.51.100.1, 203.0.113.9",
        "X-Forwarded-Proto": "https",
    ]

    /// - Returns: the cookie; `nil` if the sign-in failed.
    private func signIn(_ url: String, from origin: String) async throws -> String? {
        var request = ClientRequest(
            .post, "\(url)/sign-in", headers: forwarded, body: (["user": "alice"] as Form).urlEncoded)
        request.headers[.origin] = origin
        return try await CurlClient().send(request).headers[.setCookie]
    }

    @Test func `a trusted proxy's headers are used`() async throws {
        try await RunningSite.run(["--trusted-proxies", "127.0.0.1"]) { site in
            #expect(try await signIn(site.url, from: site.url) == nil, "people are at https, and http is another site")
            let cookie = try await signIn(site.url, from: site.url.replacing("http:", with: "https:"))
            #expect(cookie?.hasPrefix("__Host-session=") == true)
            #expect(cookie?.contains("; Secure") == true)
            #expect(try await site.engawa("audit").output.contains("203.0.113.9"))
            #expect(try await site.engawa("sessions", "list").output.contains("203.0.113.9"))
        }
    }

    @Test func `headers of others are ignored`() async throws {
        try await RunningSite.run(["--trusted-proxies", "10.0.0.1"]) { site in
            #expect(try await signIn(site.url, from: site.url.replacing("http:", with: "https:")) == nil)
            #expect(try await signIn(site.url, from: site.url)?.hasPrefix("session=") == true)
            let audit = try await site.engawa("audit").output
            #expect(audit.contains("127.0.0.1") && !audit.contains("203.0.113.9"))
        }
    }
}
