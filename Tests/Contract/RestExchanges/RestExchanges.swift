import Chat
import ChatBackend
import ChatREST
import ChatStore
import Foundation
import HTTP
import Passwords
import Recording
import Replay
import SQLite

/// Writes every request of ChatREST, with the embedded backend's response, and what ChatREST makes of each status: what
/// `documents.py` compares with the OpenAPI documents.
@main
struct RestExchanges: Encodable {
    /// What ChatREST makes of a status.
    struct Meaning: Encodable {
        let method: String
        let path: String
        let status: Int
        /// Empty for success.
        let reason: String
    }

    let exchanges: [RecordedExchange]
    let meanings: [Meaning]

    static func main() async throws {
        let all = ["open": try await inOpenAccess(), "session": try await inSessionAccess()]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(all), as: UTF8.self))
    }

    private static let baseURL = HandlerTransport.baseURL

    private static func inOpenAccess() async throws -> RestExchanges {
        let folder = ScratchFolder()
        defer { folder.delete() }
        let store = try folder.store()
        let backend = ChatBackend(repositories: store.repositories, files: try folder.files(of: store))
        let recorder = Recorder(HandlerTransport(backend.respond))
        func rest(_ transport: any Transport) throws -> RESTRepositories {
            RESTRepositories(transport: transport, baseURL: baseURL, contents: try folder.contents())
        }
        let subject = try rest(recorder)
        _ = try await Tour.run(subject.repositories) { recorder.name($0) }
        recorder.name("files")
        try await FileTour(subject)?.run()
        recorder.name("editing and pins")
        try await EditingTour(repositories: subject.repositories).run()
        return RestExchanges(exchanges: recorder.exchanges, meanings: try await meanings(rest))
    }

    private static func inSessionAccess() async throws -> RestExchanges {
        let folder = ScratchFolder()
        defer { folder.delete() }
        let store = try folder.store()
        let passwords = try PasswordStore(.memory, users: store)
        let backend = ChatBackend(
            repositories: store.repositories, passwords: passwords, files: try folder.files(of: store))
        let recorder = Recorder(
            HandlerTransport { request in
                var request = request
                request.headers[.host] = "backend.test"
                return await backend.respond(to: request)
            })
        let authority = RESTPasswordAuthority(transport: recorder, baseURL: baseURL)
        func rest(_ transport: any Transport, _ credentials: any CallerCredentials) throws -> RESTRepositories {
            RESTRepositories(
                transport: transport, baseURL: baseURL, access: .session, credentials: credentials,
                contents: try folder.contents())
        }
        let subject = try rest(recorder, Everybody(passwords, store, authority))
        _ = try await Tour.run(subject.repositories) { recorder.name($0) }
        recorder.name("files")
        try await FileTour(subject)?.run()
        recorder.name("editing and pins")
        try await EditingTour(repositories: subject.repositories).run()
        recorder.name("account")
        try await exercise(authority)
        return RestExchanges(
            exchanges: recorder.exchanges,
            meanings: try await meanings { try rest($0, SameCookie()) })
    }

    /// Calls each operation on accounts, and lets each of them fail.
    private static func exercise(_ authority: RESTPasswordAuthority) async throws {
        guard let name = Username("New_User"), let email = EmailAddress("new@example.com"),
            let displayName = DisplayName("New"), let password = Password("correct horse"),
            let other = Password("another horse")
        else { preconditionFailure("the values are valid") }
        let account = NewAccount(username: name, email: email, password: password, name: displayName)
        let first = try await authority.signUp(account, from: nil)
        _ = try? await authority.signUp(account, from: nil)
        _ = try? await authority.signIn(name, other, from: nil)
        _ = try await authority.signIn(name, password, from: nil)
        _ = try? await authority.change(other, to: password, first.credential, from: nil)
        let changed = try await authority.change(password, to: other, first.credential, from: nil)
        _ = try await authority.check(first.credential)
        try await authority.signOut(changed.credential)
    }
}

/// Signs everybody in who makes a request.
private actor Everybody: CallerCredentials {
    private let passwords: PasswordStore
    private let users: any UserRepository
    private let authority: RESTPasswordAuthority
    private var fields: [UserID: HeaderFields] = [:]

    init(_ passwords: PasswordStore, _ users: any UserRepository, _ authority: RESTPasswordAuthority) {
        self.passwords = passwords
        self.users = users
        self.authority = authority
    }

    func headers(for user: UserID) async throws(ChatError) -> HeaderFields {
        if let known = fields[user] { return known }
        do {
            let person = try await users.user(user)
            guard let name = Username(person.alias), let password = Password("correct horse") else { return [:] }
            try await passwords.set(password, of: person)
            fields[user] = try await authority.signIn(name, password, from: nil).credential.headers
            return fields[user] ?? [:]
        } catch {
            throw ChatError(.unauthenticated, during: "headers")
        }
    }

    func renewed(_ cookies: [String], of headers: HeaderFields, for user: UserID) {}
    func refused(_ headers: HeaderFields, for user: UserID) {}
}
