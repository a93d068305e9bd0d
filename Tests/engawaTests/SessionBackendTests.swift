import Chat
import ChatREST
import Foundation
import HTTP
import HTTPClient
import Testing

@testable import engawa

@Suite struct SessionBackendTests {
    @Test func `the backend alone in session access accepts the sample password for sample people only`()
        async throws
    {
        let data = FileManager.default.temporaryDirectory.appending(path: "engawa-\(UUID())").path()
        defer { try? FileManager.default.removeItem(atPath: data) }
        let program = try RunningProgram([
            "backend", "--backend-access", "session", "--mode", "development", "--listen", "127.0.0.1:0", "--data",
            data,
        ])
        defer { program.kill() }
        let baseURL = try #require(BaseURL(try await program.address(after: "listens on")))
        #expect(program.output.contains("session access"))
        let client = CurlClient()
        defer { client.shutdown() }
        #expect(try await client.send(ClientRequest(.get, "\(baseURL)/conversations")).status == .unauthorized)
        let authority = RESTPasswordAuthority(transport: client, baseURL: baseURL)
        let (name, password) = (try #require(Username("alice")), try #require(Password(EmbeddedStore.samplePassword)))
        let session = try await authority.signIn(name, password, from: nil)
        let alice = try #require(session.user)
        let answer = try await client.send(
            ClientRequest(.get, "\(baseURL)/conversations", headers: session.credential.headers))
        #expect(answer.status == .ok)
        #expect(String(decoding: answer.body, as: UTF8.self).contains(alice.id.description))
        let error = await #expect(throws: PasswordError.self) {
            try await authority.signIn(name, try #require(Password("Password")), from: nil)
        }
        #expect(error?.reason == .wrongCredentials)
        let mode = try FileManager.default.attributesOfItem(atPath: "\(data)/passwords.sqlite")[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(!program.log.contains(EmbeddedStore.samplePassword))
        #expect(!program.log.contains(session.credential.revealed))
    }
}
