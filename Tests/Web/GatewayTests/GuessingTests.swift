import Accounts
import Chat
import ChatStore
import Cryptography
import Foundation
import HTTP
import OneTimePasswords
import RepositoryBehaviour
import Testing

@testable import Gateway

/// A password method that judges the new password before it looks at the current one, as some backends do.
private struct HastyPasswords: PasswordMethod, PasswordChange {
    var id = SignInMethodID.password
    let nameKind = PasswordNameKind.userName
    let users: any UserRepository

    func signIn(_ name: String, _ password: Secret, from address: String?) async throws(SignInError) -> Proof {
        guard password.revealed == "correct horse" else { throw .wrongCredentials }
        do throws(ChatError) {
            return Proof(
                .user(try await users.user(.alice)), by: id, credential: .cookie(Secret("session=1"), expiresAt: nil))
        } catch { throw .backend(error) }
    }

    func change(_ current: Password, to new: Password, _ credential: Credential, from address: String?)
        async throws(PasswordError) -> Credential
    {
        guard new.revealed != "too weak" else { throw PasswordError(.weakPassword, during: .change) }
        guard current.revealed == "correct horse" else { throw PasswordError(.wrongCredentials, during: .change) }
        return credential
    }
}

extension SiteUnderTest {
    /// A form sent from `address`, with the cookies of a browser.
    fileprivate func post(
        _ path: String, _ form: Form, from address: String, as browser: Browser, origin: String? = nil
    ) async throws -> Response {
        let target = try #require(RequestTarget(path))
        let headers: HeaderFields = [
            .origin: origin ?? url, .host: String(url.dropFirst("http://".count)),
            .cookie: browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "),
        ]
        return await site.respond(
            to: Request(
                method: .post, target: target, headers: headers, body: .form(form), remoteAddress: address))
    }

    /// Guesses a second factor until it has to wait.
    fileprivate func guess(_ browser: Browser, count: Int) async throws -> [Status] {
        var answers: [Status] = []
        for number in 0..<count {
            answers.append(
                try await browser.post("/sign-in/second-factor", ["code": "90000\(number % 10)"]).status)
        }
        return answers
    }
}

/// Guesses are counted by person and by address, and only what proves something takes them back.
@Suite struct GuessingTests {
    private static let free = AttemptLimiter.Policy.account.freeFailures
    private static let origin = "https://chat.example"

    private static func giveAuthenticator(_ site: SiteUnderTest) async throws {
        let secret = try #require(try await site.proofs.factors.beginAuthenticator(of: .alice))
        let code = secret.code(atSeconds: site.clock.now.milliseconds / 1_000)
        try #require(try await site.proofs.factors.confirmAuthenticator(code, of: .alice))
    }

    @Test(arguments: [["answer": "x", "ticket": "x"], ["answer": "{}"], ["answer": "x", "code": "1"]] as [Form])
    func `a passkey ticket that is over does not take back the failures of a person`(form: Form) async throws {
        try await withSite(.embedded, publicURL: Self.origin) { site in
            try await Self.giveAuthenticator(site)
            let browser = try site.browser()
            func post(_ path: String, _ form: Form) async throws -> Status {
                try await browser.post(path, form, origin: Self.origin).status
            }
            _ = try await post("/sign-in", ["user": "alice"])
            for guess in 0..<Self.free {
                #expect(try await post("/sign-in/second-factor", ["code": "90000\(guess)"]) == .unprocessableContent)
            }
            #expect(try await post("/sign-in/second-factor", form) == .unprocessableContent)
            // One failure more than is free, and from then on each has to wait.
            #expect(try await post("/sign-in/second-factor", ["code": "900009"]) != .seeOther)
            #expect(try await post("/sign-in/second-factor", ["code": "900010"]) == .tooManyRequests)
            #expect(try await post("/sign-in/second-factor", form) == .tooManyRequests)
        }
    }

    @Test func `many addresses and many sessions do not help to guess at one person's second factor`() async throws {
        try await withSite(.embedded, publicURL: Self.origin) { site in
            try await Self.giveAuthenticator(site)
            var taken = 0
            for number in 0..<40 {
                let address = "198.51.100.\(number)"
                let browser = try site.browser()
                _ = try await browser.post("/sign-in", ["user": "alice"], origin: Self.origin)
                let guess: Form = ["code": "9000\(10 + number)"]
                let answer = try await site.post(
                    "/sign-in/second-factor", guess, from: address, as: browser, origin: Self.origin)
                if answer.status == .unprocessableContent { taken += 1 }
                _ = try await site.post(
                    "/sign-in/second-factor", ["answer": "x", "ticket": "x"], from: address, as: browser,
                    origin: Self.origin)
            }
            #expect(taken <= Self.free + 1)
        }
    }

    @Test func `who has not proven the first factor keeps nobody from proving the second`() async throws {
        try await withSite(.embedded) { site in
            let holder = try await site.enrol(try await site.browser(signedInAs: "alice"))
            let stranger = try site.browser()
            for number in 0..<40 {
                _ = try await site.post(
                    "/sign-in/second-factor", ["code": "9000\(10 + number)"], from: "198.51.100.\(number)", as: stranger
                )
            }
            let browser = try await site.halfway()
            #expect(try await browser.post("/sign-in/second-factor", ["code": holder.code()]).status == .seeOther)
        }
    }

    @Test func `a proven second factor takes the failures back`() async throws {
        try await withSite(.embedded) { site in
            let holder = try await site.enrol(try await site.browser(signedInAs: "alice"))
            let browser = try await site.halfway()
            let free = try await site.guess(browser, count: Self.free)
            #expect(free.allSatisfy { $0 == .unprocessableContent })
            #expect(try await browser.post("/sign-in/second-factor", ["code": holder.code()]).status == .seeOther)
            let next = try await site.guess(try await site.halfway(), count: Self.free)
            #expect(next.allSatisfy { $0 == .unprocessableContent })
        }
    }

    @Test func `a refused new password does not take back wrong guesses of the current one`() async throws {
        try await withSite(.embedded) { users in
            SignInMethods(userID: nil, passwords: [HastyPasswords(users: users)])
        } _: { site in
            let browser = try site.browser()
            let signIn: Form = ["method": "password", "user": "alice", "password": "correct horse"]
            try #require(try await browser.post("/sign-in", signIn).status == .seeOther)
            var guesses = 0
            for number in 0..<20 {
                let guess: Form = ["current": "guess \(number)", "new": "another horse"]
                if try await browser.post("/profile/password", guess).status == .unprocessableContent { guesses += 1 }
                _ = try await browser.post("/profile/password", ["current": "x", "new": "too weak"])
            }
            #expect(guesses <= Self.free + 1)
        }
    }

    @Test func `the password of one service takes back no guesses of the same name's password at another`() async throws
    {
        try await withSite(.embedded) { users in
            SignInMethods(
                userID: nil, passwords: [HastyPasswords(users: users), HastyPasswords(id: .tokenService, users: users)])
        } _: { site in
            var guesses = 0
            for number in 0..<20 {
                let guess: Form = ["method": "password", "user": "alice", "password": "guess \(number)"]
                if try await site.browser().post("/sign-in", guess).status == .unprocessableContent { guesses += 1 }
                let own: Form = ["method": "token-service", "user": "alice", "password": "correct horse"]
                #expect(try await site.browser().post("/sign-in", own).status == .seeOther)
            }
            #expect(guesses <= Self.free + 1)
        }
    }

    @Test func `a name alone proves nothing, and takes back no guesses of that name's password`() async throws {
        try await withSite(.embedded) { users in
            SignInMethods(userID: UserIDSignIn(users: users), passwords: [HastyPasswords(users: users)])
        } _: { site in
            var guesses = 0
            for number in 0..<20 {
                let guess: Form = ["method": "password", "user": "alice", "password": "guess \(number)"]
                if try await site.browser().post("/sign-in", guess).status == .unprocessableContent { guesses += 1 }
                _ = try await site.browser().post("/sign-in", ["method": "user-id", "user": "alice"])
            }
            #expect(guesses <= Self.free + 1)
        }
    }
}
