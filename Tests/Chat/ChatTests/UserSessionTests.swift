import Chat
import Foundation
import Testing

@Suite struct UserSessionTests {
    private let user = User(
        id: .random(), alias: "alice", name: "Alice", avatarURL: nil, createdAt: Timestamp(milliseconds: 0))

    @Test func `a session is the same after it was encoded`() throws {
        for session in [
            UserSession(user: user),
            UserSession(
                user: user, credential: BackendCredential("secret"), expiresAt: Timestamp(milliseconds: 5)),
        ] {
            let encoded = try JSONEncoder().encode(session)
            #expect(try JSONDecoder().decode(UserSession.self, from: encoded) == session)
        }
    }

    @Test func `its description shows no credential`() {
        let session = UserSession(user: user, credential: BackendCredential("secret"))
        #expect(!"\(session)".contains("secret"))
        var dumped = ""
        dump(session, to: &dumped)
        #expect(!dumped.contains("secret"))
    }

    @Test func `what was typed is empty, or can't be a password, or may be one`() throws {
        for (name, password) in [("", "a"), (" ", "a"), ("alice", "")] {
            #expect(throws: AuthenticationError.empty) { try PasswordCredentials(name, password) }
        }
        for (name, password) in [("a b", "a"), ("alice", String(repeating: "a", count: 129))] {
            #expect(throws: AuthenticationError.wrongCredentials) { try PasswordCredentials(name, password) }
        }
        #expect(try PasswordCredentials(" alice", "a").username == Username("alice"))
    }
}
