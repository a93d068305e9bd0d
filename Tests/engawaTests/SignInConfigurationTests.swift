import Accounts
import JOSE
import LyingProvider
import OpenID
import Testing

@testable import engawa

@Suite struct SignInConfigurationTests {
    private func configuration(
        _ arguments: [String], _ environment: [String: String] = [:]
    ) throws(ConfigurationError) -> SignInConfiguration {
        let settings = try Settings(
            arguments: ["--public-url", "https://chat.example", "--tls-certificate", "c", "--tls-key", "k"] + arguments,
            environment: environment)
        return try SignInConfiguration(settings, try Configuration(settings, defaultPort: 8080))
    }

    private func provider(
        _ arguments: [String], _ environment: [String: String] = [:]
    ) throws -> ChosenProvider {
        let chosen = try configuration(arguments, environment)
        guard case .provider(let provider)? = chosen.methods.first?.method else { throw CancellationError() }
        return provider
    }

    private let corp = [
        "--sign-in", "corp", "--sign-in-corp-issuer", "https://login.example", "--sign-in-corp-client-id", "engawa",
    ]
    private let hub = [
        "--sign-in", "hub", "--sign-in-hub-authorization-url", "https://hub.example/a", "--sign-in-hub-token-url",
        "https://hub.example/t", "--sign-in-hub-client-id", "engawa",
    ]

    @Test func `a provider has the configured values, and defaults for the rest`() throws {
        let standard = try provider(corp)
        #expect(standard.provider.scopes == ["openid", "profile", "email"])
        #expect(standard.provider.redirectURI == "https://chat.example/sign-in/corp/callback")
        #expect(standard.assurance == .userInfo)
        #expect(standard.endsProviderSession)
        let chosen = try provider(
            corp + [
                "--sign-in-corp-scopes", "openid, offline_access", "--sign-in-corp-hosts", "a.example,b.example",
                "--sign-in-corp-issuers", "login.example", "--sign-in-corp-parameters", "access_type=offline&prompt=x",
                "--sign-in-corp-session-check", "refresh", "--sign-in-corp-end-session", "off",
            ])
        #expect(chosen.provider.scopes == ["openid", "offline_access"])
        #expect(chosen.provider.additionalHosts == ["a.example", "b.example"])
        #expect(chosen.provider.additionalIssuers == ["login.example"])
        #expect(chosen.provider.parameters.map(\.name) == ["access_type", "prompt"])
        #expect(chosen.assurance == .refresh)
        #expect(!chosen.endsProviderSession)
    }

    @Test func `a client has a secret, a key, or neither`() throws {
        if case .none = try provider(corp).provider.authentication {} else { Issue.record("not public") }
        let secret = ["ENGAWA_SIGN_IN_CORP_CLIENT_SECRET": "s"]
        if case .basic = try provider(corp, secret).provider.authentication {} else { Issue.record("not basic") }
        let post = corp + ["--sign-in-corp-client-authentication", "post"]
        if case .post = try provider(post, secret).provider.authentication {} else { Issue.record("not post") }
        let key = ["ENGAWA_SIGN_IN_CORP_CLIENT_KEY": AppleStand.key]
        let named = corp + ["--sign-in-corp-client-key-id", "ours"]
        guard case .privateKey(let found) = try provider(named, key).provider.authentication else {
            Issue.record("not a key")
            return
        }
        #expect(found.keyID == "ours")
    }

    @Test func `errors name the setting`() {
        let secret = ["ENGAWA_SIGN_IN_CORP_CLIENT_SECRET": "s"]
        let key = ["ENGAWA_SIGN_IN_CORP_CLIENT_KEY": AppleStand.key]
        let apple = ["--sign-in", "apple", "--sign-in-apple-client-id", "c"]
        for (arguments, environment, words) in [
            (["--sign-in", "corp"], [:], "--sign-in-corp-issuer is needed"),
            (Array(corp.dropLast(2)), [:], "--sign-in-corp-client-id is needed"),
            (["--sign-in", "corp", "--sign-in-corp-issuer", "http://x.example"], [:], "--sign-in-corp-issuer"),
            (corp + ["--sign-in-corp-client-secret", "s"], [:], "a secret is not for a flag"),
            (corp + ["--sign-in-corp-client-authentication", "post"], [:], "--sign-in-corp-client-secret-file"),
            (
                corp + ["--sign-in-corp-client-authentication", "private_key_jwt"], secret,
                "--sign-in-corp-client-key-file"
            ),
            (corp, secret.merging(key) { $1 }, "--sign-in-corp-client-authentication"),
            (
                corp, ["ENGAWA_SIGN_IN_CORP_CLIENT_KEY": "x"],
                "ENGAWA_SIGN_IN_CORP_CLIENT_KEY: the value is not a private key on P-256 or of RSA in PEM: "
            ),
            (
                corp + ["--sign-in-corp-client-key-file", "/no/such.pem"], [:],
                "--sign-in-corp-client-key-file: \"/no/such.pem\" is not a file with a private key on P-256 or of RSA"
            ),
            (corp + ["--sign-in-corp-session-check", "often"], [:], "one of userinfo, refresh, none"),
            (["--sign-in", "nope"], [:], "--sign-in: \"nope\" is not a list of different names"),
            (["--sign-in", "nope"], [:], "it is none of the known names"),
            (["--sign-in", "Nope!"], [:], "user-id, password, token-service, apple, or names of your own"),
            (corp + ["--sign-in-corp-end-session", "maybe"], [:], "--sign-in-corp-end-session"),
            (
                [
                    "--sign-in", "corp", "--sign-in-corp-issuer", "http://localhost:9000", "--sign-in-corp-client-id",
                    "e",
                    "--sign-in-corp-pin", "sha256//d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM=",
                ], [:],
                """
                --sign-in-corp-pin is for servers with https; --sign-in-corp-issuer is "http://localhost:9000", which shows \
                no key
                """
            ),
            (
                corp + ["--sign-in-corp-pin", "sha256//x"], [:],
                "--sign-in-corp-pin: \"sha256//x\" is not a list of at most"
            ),
            (
                corp + ["--sign-in-corp-supabase-columns", "x"], [:],
                "\"x\" is not chat, profile, or a list of different"
            ),
            (corp + ["--sign-in-corp-colour", "red"], [:], "--sign-in-corp-colour"),
            (hub, [:], "--sign-in-hub-userinfo-url is needed"),
            (
                hub + ["--sign-in-hub-userinfo-url", "https://hub.example/u", "--sign-in-hub-scopes", "openid"], [:],
                "--sign-in-hub-keys-url"
            ),
            (
                ["--sign-in", "hub", "--sign-in-hub-token-url", "https://h.example"], [:],
                "--sign-in-hub-authorization-url"
            ),
            (apple, [:], "--sign-in-apple-key-file is needed"),
            (apple, ["ENGAWA_SIGN_IN_APPLE_KEY": AppleStand.key], "--sign-in-apple-team-id is needed"),
            (
                apple + ["--sign-in-apple-team-id", "t", "--sign-in-apple-key-id", "k"],
                ["ENGAWA_SIGN_IN_APPLE_KEY": "x"], "ENGAWA_SIGN_IN_APPLE_KEY: the value is not a private key on P-256"
            ),
        ] as [([String], [String: String], String)] {
            let error = #expect(throws: ConfigurationError.self) { try configuration(arguments, environment) }
            #expect(error?.description.contains(words) == true, "\(error?.description ?? "nothing") for \(words)")
        }
    }

    @Test(arguments: [("http://chat.example", false), ("http://localhost:8080", true), ("https://chat.example", true)])
    func `a provider's responses are not sent unencrypted`(url: String, isTaken: Bool) throws {
        let settings = try Settings(
            arguments: corp + ["--public-url", url, "--listen", "127.0.0.1:8080"], environment: [:])
        do {
            _ = try SignInConfiguration(settings, try Configuration(settings, defaultPort: 8080))
            #expect(isTaken)
        } catch {
            #expect(!isTaken)
            #expect(error.description.contains("answers would cross the network to \"\(url)\" in the open"))
        }
    }

    @Test func `Apple needs its key and no endpoints`() throws {
        let apple = try provider(
            [
                "--sign-in", "apple", "--sign-in-apple-client-id", "c", "--sign-in-apple-team-id", "t",
                "--sign-in-apple-key-id", "k",
            ], ["ENGAWA_SIGN_IN_APPLE_KEY": AppleStand.key])
        #expect(apple.brand == .apple)
        #expect(apple.assurance == .none)
        #expect(apple.provider.responseMode == .formPost)
    }
}
