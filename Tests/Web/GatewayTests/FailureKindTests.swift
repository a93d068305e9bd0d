import Chat
import Foundation
import HTTP
import Replay
import Testing

@testable import Gateway

/// Whether the chat server can't be reached, has a problem, refuses or makes no sense.
@Suite struct FailureKindTests {
    private struct Kind {
        let lie: Lie
        let status: Status
        let page: ErrorText
        let form: Sentence
        let log: String
    }

    private static let kinds = [
        Kind(
            lie: .failure(.internalServerError, message: "locked"), status: .badGateway, page: ErrorWording.serverFault,
            form: SignInWording.backendFault, log: "serverFault"),
        Kind(
            lie: .answer(Response(.serviceUnavailable)), status: .badGateway, page: ErrorWording.serverFault,
            form: SignInWording.backendFault, log: "serverFault"),
        Kind(
            lie: .failure(.forbidden, message: "no"), status: .forbidden, page: ErrorWording.forbidden,
            form: SignInWording.backendRefused, log: "forbidden"),
        Kind(
            lie: .nonsense(), status: .badGateway, page: ErrorWording.nonsense, form: SignInWording.backendNonsense,
            log: "unexpectedAnswer"),
        Kind(
            lie: .answer(Response(.gatewayTimeout)), status: .gatewayTimeout, page: ErrorWording.timedOut,
            form: SignInWording.timedOut, log: "timedOut"),
    ]

    private func text(_ sentence: Sentence, in language: String) -> String {
        (language == "ja" ? sentence.japanese : sentence.english).replacing("'", with: "&#39;")
    }

    @Test(arguments: ["en", "ja"]) func `each has its sentence on pages and at sign-in, and its line in the log`(
        language: String
    ) async throws {
        let replay = ReplayBackend.open
        try await withSite(.replay(replay)) { site in
            let browser = try await site.browser(signedInAs: "alice", language: language)
            for kind in Self.kinds {
                replay.tell(kind.lie)
                let page = try await browser.get("/profile")
                #expect(page.status == kind.status)
                #expect(page.text.contains(text(kind.page.title, in: language)), "\(kind.log)")
                #expect(page.text.contains(text(kind.page.detail, in: language)), "\(kind.log)")
                #expect(
                    site.log.all.split(separator: "\n").last { $0.contains(#""failed""#) }?.contains(kind.log) == true)
                let form = try await site.browser(language: language).post("/sign-in", ["user": "alice"])
                #expect(form.status == kind.status)
                #expect(form.text.contains(text(kind.form, in: language)), "\(kind.log)")
                #expect(form.text.contains(#"value="alice""#))
                replay.tellTheTruth()
            }
            replay.tell(.answer(Response(.unauthorized)))
            #expect(try await browser.get("/profile").headers[.location]?.hasPrefix("/sign-in?return=") == true)
        }
    }

    @Test(arguments: ["en", "ja"]) func `with nobody there, all sentences say that it can't be reached`(
        language: String
    )
        async throws
    {
        try await withSite(.address("http://127.0.0.1:1")) { site in
            let form = try await site.browser(language: language).post("/sign-in", ["user": "alice"])
            #expect(form.status == .badGateway)
            #expect(form.text.contains(text(SignInWording.unavailable, in: language)))
        }
        let failure = Failure(ChatError(.unavailable("refused"), during: "user"))
        #expect(failure.status == .badGateway)
        #expect(failure.text.title.english == ErrorWording.unavailable.title.english)
    }

    @Test func `a file in which something was found is told from one that could not be checked`() {
        let (infected, notChecked) = (
            Failure(ChatError(.fileRefused(.infected), during: "keep")),
            Failure(ChatError(.fileRefused(.notChecked), during: "keep"))
        )
        #expect([infected.status, notChecked.status] == [.unprocessableContent, .serviceUnavailable])
        #expect([infected.retryAfter, notChecked.retryAfter] == [nil, Failure.retryDelay])
        for language in [\Sentence.japanese, \Sentence.english] {
            #expect(infected.text.title[keyPath: language] != notChecked.text.title[keyPath: language])
        }
    }

    @Test func `a file that is refused has a sentence for each limit, which says that it was not sent`() {
        let failures = [
            Failure(ChatError(.fileTooLarge, during: "add")),
            Failure(ChatError(.quotaExceeded(.person), during: "add")),
            Failure(ChatError(.quotaExceeded(.all), during: "add")),
            Failure(ChatError(.quotaExceeded(.disk), during: "add")),
        ]
        #expect(
            failures.map(\.status) == [
                .contentTooLarge, .insufficientStorage, .insufficientStorage, .insufficientStorage,
            ])
        for language in [\Sentence.japanese, \Sentence.english] {
            #expect(Set(failures.map { $0.text.title[keyPath: language] }).count == failures.count)
            #expect(Set(failures.map { $0.text.detail[keyPath: language] }).count == failures.count)
        }
        #expect(failures.allSatisfy { $0.text.detail.english.contains("not sent") })
        #expect(failures.allSatisfy { $0.retryAfter == nil && !$0.isOverload })
    }
}
