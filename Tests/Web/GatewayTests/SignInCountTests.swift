import Accounts
import HTTP
import RepositoryBehaviour
import Synchronization
import Testing

@testable import Gateway

/// What the site has counted of attempts to sign in.
final class SignInCounts: Sendable {
    private let counted = Mutex<[String]>([])

    /// Method and outcome of each attempt, and nothing of those before.
    func take() -> [String] {
        counted.withLock { counted in
            defer { counted = [] }
            return counted
        }
    }

    func count(_ outcome: SignInOutcome, _ method: SignInMethodID?) {
        counted.withLock { $0.append("\(method?.description ?? "none") \(outcome.rawValue)") }
    }
}

@Suite struct SignInCountTests {
    @Test func `each attempt to sign in is counted once, by its method and outcome`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            #expect(site.signIns.take() == ["user-id signed-in"])
            _ = try await site.browser().post("/sign-in", ["user": "nobody-of-this-name"])
            #expect(site.signIns.take() == ["user-id refused"])
            // An empty form is no attempt.
            _ = try await site.browser().post("/sign-in", ["user": ""])
            #expect(site.signIns.take() == [])
            _ = try await browser.post("/sign-out", [:])
            #expect(site.signIns.take() == [])
            try await site.accounts.disable(.bob)
            _ = try await site.browser().post("/sign-in", ["user": "bob"])
            #expect(site.signIns.take() == ["user-id disabled"])
        }
    }

    @Test func `signing in counts when the second factor is proven, and each that was wrong`() async throws {
        try await withSite(.embedded) { site in
            let holder = try await site.enrol(try await site.browser(signedInAs: "alice"))
            #expect(site.signIns.take() == ["user-id signed-in"])
            let browser = try await site.halfway()
            #expect(site.signIns.take() == [])
            _ = try await browser.post("/sign-in/second-factor", ["code": "000000"])
            #expect(site.signIns.take() == ["user-id second-factor-refused"])
            site.clock.advance(by: .seconds(3_600))
            let again = try await site.halfway()
            _ = try await again.post("/sign-in/second-factor", ["code": holder.code()])
            #expect(site.signIns.take() == ["user-id signed-in"])
        }
    }

    @Test func `a backend that is not there counts as unavailable`() async throws {
        try await withSite(.address("http://127.0.0.1:9")) { site in
            _ = try await site.browser().post("/sign-in", ["user": "alice"])
            #expect(site.signIns.take() == ["user-id unavailable"])
        }
    }
}
