import Bytes
import Chat
import Cryptography
import Foundation
import HTTPServer
import JOSE
import Logging
import LyingProvider

/// The stand-in for Supabase on loopback, to be tested with Supabase's own client.
/// Prints its URL, its key, and ID tokens with their raw nonces; exits at the end of standard input.
@main
struct SupabaseStandTool {
    private static let tokenCount = 4

    static func main() async throws {
        let key = try SigningKey.random(.es256, keyID: "1")
        let stand = SupabaseStand(trusting: KeySet([key.verificationKey]), clock: .system)
        let handler = stand.handler
        let server = try Server(
            ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0)), log: .silent, handler: handler)
        let logins: [JSON] = try (0..<tokenCount).map { _ in
            let nonce = Secret.random(bytes: 16).revealed
            let hash = Hexadecimal.encode(SHA256.hash(Array(nonce.utf8)))
            let token = try key.sign(["sub": "subject-1", "nonce": .string(hash)])
            return ["token": .string(token), "nonce": .string(nonce)]
        }
        let answer: JSON = [
            "url": .string("http://\(server.address)"), "key": .string(stand.apiKey), "logins": .array(logins),
        ]
        print(String(decoding: answer.bytes, as: UTF8.self))
        fflush(nil)
        while readLine() != nil {}
        await server.stop()
    }
}
