import Chat
import ChatREST
import Foundation
import HTTP
import HTTPClient

/// Password sign-in at a backend, controlled by a script: reads one command a line, a JSON array of words, from standards
/// input, and writes the result as JSON.
@main
struct PasswordAuthorityTool {
    static func main() async throws {
        guard CommandLine.arguments.count == 2, let baseURL = BaseURL(CommandLine.arguments[1]) else {
            print("usage: \(CommandLine.arguments[0]) BASE-URL")
            return
        }
        let client = CurlClient()
        let authority = RESTPasswordAuthority(transport: client, baseURL: baseURL)
        while let line = readLine() {
            let words = (try? JSONDecoder().decode([String].self, from: Data(line.utf8))) ?? []
            let answer = await answer(to: words, authority)
            print(String(decoding: try JSONEncoder().encode(answer), as: UTF8.self))
            // Print buffers its output if standard output is a pipe.
            fflush(nil)
        }
        client.shutdown()
    }

    private static func answer(to words: [String], _ authority: RESTPasswordAuthority) async -> [String: String] {
        func word(_ index: Int) -> String { index < words.count ? words[index] : "" }
        do {
            switch words.first {
            case "sign-in":
                guard let name = Username(word(1)), let password = Password(word(2)) else { break }
                return described(try await authority.signIn(name, password, from: words.count > 3 ? word(3) : nil))
            case "sign-up":
                guard let name = Username(word(1)), let email = EmailAddress(word(2)),
                    let password = Password(word(3)), let displayName = DisplayName(word(4))
                else { break }
                let account = NewAccount(username: name, email: email, password: password, name: displayName)
                return described(try await authority.signUp(account, from: nil))
            case "check":
                return try await authority.check(BackendCredential(word(1))).map(described) ?? [:]
            case "change":
                guard let current = Password(word(2)), let new = Password(word(3)) else { break }
                let address = words.count > 4 ? word(4) : nil
                return described(
                    try await authority.change(current, to: new, BackendCredential(word(1)), from: address))
            case "sign-out":
                try await authority.signOut(BackendCredential(word(1)))
                return [:]
            default: break
            }
            return ["error": "usage: sign-in NAME PASSWORD [ADDRESS] | sign-up NAME EMAIL PASSWORD DISPLAY | …"]
        } catch {
            return ["error": "\(error.reason)"]
        }
    }

    private static func described(_ session: BackendSession) -> [String: String] {
        [
            "username": session.username.description, "name": session.name?.description ?? "",
            "user": session.user?.alias ?? "", "credential": session.credential.revealed,
            "expiresAt": session.expiresAt?.iso8601 ?? "",
        ]
    }
}
