import Bytes
import Chat
import Cryptography
import Foundation
import HTTP
import HTTPClient
import JOSE
import MemoryTransactions
import OpenID

/// A relying party controlled by a script: reads one command a line from standard input, and writes results as JSON.
/// The script beside it is the browser and its user.
@main
struct RelyingPartyTool {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 7, let id = ProviderID("real"), let issuer = EndpointURL(arguments[1]) else {
            print("usage: \(arguments[0]) ISSUER CLIENT none|basic|post|key SECRET|JWK REDIRECT-URI SCOPES")
            return
        }
        let secret = Secret(arguments[4])
        let authentication: ClientAuthentication =
            switch arguments[3] {
            case "basic": .basic(secret: secret)
            case "post": .post(secret: secret)
            case "key": .privateKey(try SigningKey(jwk: JSON(parsing: Array(arguments[4].utf8)) ?? .null))
            default: .none
            }
        var provider = Provider(
            id, .discovered(issuer: issuer), clientID: arguments[2], authentication: authentication,
            redirectURI: arguments[5])
        provider.scopes = arguments[6].split(separator: " ").map { String($0) }
        let client = CurlClient()
        var visit = Visit(party: RelyingParty(provider, transport: client))
        while let line = readLine() {
            let words = line.split(separator: " ", maxSplits: 1).map { String($0) }
            let answer = await visit.answer(to: words.first ?? "", words.count == 2 ? words[1] : "")
            // Print buffers its output if standard output is a pipe.
            print(String(decoding: answer.bytes, as: UTF8.self))
            fflush(nil)
        }
        client.shutdown()
    }
}

/// One person's way through the provider.
struct Visit {
    let party: RelyingParty
    private let transactions = MemoryTransactions()
    private let browser = BrowserKey.random()
    private var proven: ProvenIdentity?
    private var grant: TokenGrant?

    init(party: RelyingParty) { self.party = party }

    mutating func answer(to command: String, _ argument: String) async -> JSON {
        do {
            return ["ok": try await done(command, argument)]
        } catch {
            return ["error": .string("\(error)")]
        }
    }

    private struct NotSignedIn: Error {}

    private mutating func done(_ command: String, _ argument: String) async throws -> JSON {
        switch command {
        case "begin":
            let (transaction, url) = try await party.begin(returnPath: "/", browser: browser)
            transactions.keep(transaction)
            return .string(url)
        case "finish": return try await finish(argument)
        case "profile":
            guard let proven, let grant else { throw NotSignedIn() }
            return (try await party.profile(of: proven.identity, with: grant.accessToken)).json
        case "refresh":
            guard let proven, let former = grant else { throw NotSignedIn() }
            let renewed = try await party.refresh(former, of: proven.identity)
            grant = renewed
            return [
                "newAccess": .bool(renewed.accessToken != former.accessToken),
                "newRefresh": .bool(renewed.refreshToken != former.refreshToken),
            ]
        case "revoke":
            guard let grant else { throw NotSignedIn() }
            try await party.revoke(grant)
            return true
        case "leave":
            let url = try await party.endSessionURL(idToken: grant?.idToken, returnURI: argument, state: "s")
            return url.map { .string($0) } ?? .null
        case "logout":
            let request = try await party.logout(token: argument)
            return ["subject": .string(request.subject ?? ""), "session": .string(request.sessionID ?? "")]
        default: return "begin, finish, profile, refresh, revoke, leave, logout"
        }
    }

    private mutating func finish(_ text: String) async throws -> JSON {
        let callback = try AuthorizationResponse(Query(parsing: text) ?? Query(), from: party.provider.id)
        let transaction = try await transactions.redeem(
            state: callback.state, at: party.provider.id, browser: browser, now: Clock.system.now())
        let proven = try await party.finish(callback, transaction)
        self.proven = proven
        grant = proven.grant
        return [
            "issuer": .string(proven.identity.issuer), "subject": .string(proven.identity.subject),
            "session": .string(proven.idToken?.sessionID ?? ""), "profile": proven.profile.json,
            "hasRefreshToken": .bool(proven.grant.refreshToken != nil),
        ]
    }
}

extension Profile {
    fileprivate var json: JSON { ["name": .string(name ?? ""), "email": .string(email ?? "")] }
}
