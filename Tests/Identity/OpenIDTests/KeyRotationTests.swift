import Bytes
import Chat
import HTTP
import JOSE
import LyingProvider
import OpenID
import RepositoryBehaviour
import Testing

@Suite struct KeyRotationTests {
    private func fetches(_ stage: Stage) -> Int { stage.provider.requests(for: "/keys").count }

    @Test func `keys are fetched once and cached`() async throws {
        let stage = try Stage()
        for _ in 0..<5 { _ = try await stage.signIn() }
        #expect(fetches(stage) == 1)
    }

    @Test func `a rotated key is fetched immediately`() async throws {
        let stage = try Stage()
        _ = try await stage.signIn()
        stage.clock.advance(by: .seconds(30))
        stage.provider.rotate(to: [try TestKeys.newES256.get(), try TestKeys.es256.get()])
        _ = try await stage.signIn()
        #expect(fetches(stage) == 2)
    }

    @Test func `fetches for unknown keys are rate-limited`() async throws {
        let stage = try Stage()
        _ = try await stage.signIn()
        stage.provider.lie { $0.token = { claims, _ in try TestKeys.newES256.get().sign(claims) } }
        for _ in 0..<20 {
            #expect(try await stage.failure() == .token(.unknownKey(keyID: "ec-2")))
            stage.clock.advance(by: .seconds(1))
        }
        #expect(fetches(stage) == 1)
        stage.clock.advance(by: .seconds(10))
        for _ in 0..<20 { #expect(try await stage.failure() == .token(.unknownKey(keyID: "ec-2"))) }
        #expect(fetches(stage) == 2)
    }

    @Test func `a withdrawn key is used for a day at most`() async throws {
        let stage = try Stage()
        stage.provider.lie {
            $0.answers["/keys"] = Response(
                .ok, headers: [.cacheControl: "public, max-age=31536000"],
                body: KeySet([(try? TestKeys.es256.get().verificationKey)].compactMap { $0 }).json.bytes)
        }
        _ = try await stage.signIn()
        stage.provider.lie { $0.answers["/keys"] = .json(.ok, KeySet([]).json) }
        stage.clock.advance(by: .seconds(24 * 3_600 - 1))
        #expect(try await stage.failure() == nil)
        stage.clock.advance(by: .seconds(1))
        #expect(try await stage.failure() == .token(.unknownKey(keyID: "ec-1")))
    }

    @Test func `keys are cached as long as the provider says, within limits`() async throws {
        for (field, seconds) in [("max-age=300", 300), ("max-age=1", 60), ("no-store", 60), ("max-age=x", 600)] {
            let stage = try Stage()
            stage.provider.lie {
                $0.answers["/keys"] = Response(
                    .ok, headers: [.cacheControl: field],
                    body: KeySet([(try? TestKeys.es256.get().verificationKey)].compactMap { $0 }).json.bytes)
            }
            _ = try await stage.signIn()
            stage.clock.advance(by: .seconds(seconds - 1))
            _ = try await stage.signIn()
            #expect(fetches(stage) == 1, "\(field)")
            stage.clock.advance(by: .seconds(1))
            _ = try await stage.signIn()
            #expect(fetches(stage) == 2, "\(field)")
        }
    }

    @Test func `a failure to fetch keys has its own error`() async throws {
        let cases: [(Response, ProviderError.Reason)] = [
            (Response(.seeOther, headers: [.location: "https://evil.test"]), .invalidAnswer("a redirect elsewhere")),
            (Response(.badGateway), .unreachable("status 502")),
            (.json(.ok, [:]), .token(.invalidKey("not a key set"))),
            (.json(.ok, ["keys": [["kty": "oct", "k": "AA"]]]), .token(.unknownKey(keyID: "ec-1"))),
            (Response(.ok, body: [UInt8](repeating: 0x20, count: 2 << 20)), .invalidAnswer("too large")),
            (
                .json(.ok, ["keys": [], "x": .string(String(repeating: "x", count: 300_000))]),
                .token(.tooLarge)
            ),
        ]
        for (answer, expected) in cases {
            let stage = try Stage()
            stage.provider.lie { $0.answers["/keys"] = answer }
            #expect(try await stage.failure() == expected)
        }
    }
}
