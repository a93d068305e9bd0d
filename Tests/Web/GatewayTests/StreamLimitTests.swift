import Foundation
import HTTP
import Testing

@testable import Gateway

/// How many streams one person may have.
@Suite struct StreamLimitTests {
    @Test func `a person has 64 streams over all sessions, and the next is refused until one closes`() async throws {
        try await withSite(.embedded) { site in
            var streams: [EventStreamReader] = []
            // Fewer in each session than one session may have.
            for _ in 0..<8 {
                let bob = try await site.browser(signedInAs: "bob")
                for _ in 0..<8 { streams.append(try site.stream(bob)) }
            }
            for stream in streams { try await stream.wait { !$0.events("ready").isEmpty } }
            let bob = try await site.browser(signedInAs: "bob")
            let surplus = try site.stream(bob)
            try await surplus.wait { $0.head.contains("HTTP/1.1 ") }
            #expect(surplus.head.hasPrefix("HTTP/1.1 429 "))
            #expect(surplus.head.lowercased().contains("retry-after: 30"))
            #expect(site.log.all.contains("too many event streams"))
            // Others have their own.
            let alice = try site.stream(try await site.browser(signedInAs: "alice"))
            try await alice.wait { !$0.events("ready").isEmpty }
            streams.removeFirst().close()
            var status = ""
            // The server learns in its own time that the client has gone.
            for _ in 0..<500 where !status.hasPrefix("HTTP/1.1 200 ") {
                let stream = try site.stream(bob)
                try await stream.wait { $0.head.contains("HTTP/1.1 ") }
                status = stream.head
                streams.append(stream)
            }
            #expect(status.hasPrefix("HTTP/1.1 200 "))
            for stream in streams + [alice, surplus] { stream.close() }
        }
    }
}
