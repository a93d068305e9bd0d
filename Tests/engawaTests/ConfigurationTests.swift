import Accounts
import Gateway
import HTTP
import HTTPServer
import Logging
import Testing

@testable import engawa

@Suite struct ConfigurationTests {
    private func configuration(_ arguments: [String] = [], _ environment: [String: String] = [:])
        throws(ConfigurationError) -> Configuration
    {
        try Configuration(Settings(arguments: arguments, environment: environment), defaultPort: 8080)
    }

    @Test func `without settings, everything has its default`() throws {
        let configuration = try configuration()
        #expect(configuration.listen.description == "0.0.0.0:8080")
        #expect(configuration.data == "data")
        #expect(configuration.mode == .production)
        #expect(configuration.publicURL == nil)
        #expect(configuration.logLevel == .info)
        #expect(configuration.tls == nil)
        #expect(!configuration.hasSampleWorld)
        #expect(configuration.backendConcurrency == 32)
        #expect(configuration.metricsListen == nil)
        if case .remote = configuration.backend { Issue.record("the default backend is embedded") }
    }

    @Test func `a flag wins over a variable, in both notations`() throws {
        let environment = [
            "ENGAWA_LISTEN": "127.0.0.1:1", "ENGAWA_MODE": "development", "ENGAWA_BACKEND": "http://b:3000",
        ]
        let configuration = try configuration(["--listen", "[::]:2", "--mode=production"], environment)
        #expect(configuration.listen.description == "[::]:2")
        #expect(configuration.mode == .production)
        guard case .remote(let url) = configuration.backend else { Issue.record("not remote"); return }
        #expect(url.description == "http://b:3000")
    }

    @Test func `an empty variable counts as not set`() throws {
        #expect(try configuration([], ["ENGAWA_MODE": "", "ENGAWA_PUBLIC_URL": ""]).mode == .production)
    }

    @Test func `variables of Kubernetes for a service of that name, and of others, are no settings`() throws {
        let variables = [
            "ENGAWA_SERVICE_HOST", "ENGAWA_SERVICE_PORT", "ENGAWA_SERVICE_PORT_HTTP", "ENGAWA_PORT",
            "ENGAWA_PORT_8080_TCP_ADDR", "ENGAWAX", "HOME",
        ]
        let environment = Dictionary(uniqueKeysWithValues: variables.map { ($0, "tcp://10.0.0.1:8080") })
        #expect(try configuration([], environment).listen.description == "0.0.0.0:8080")
    }

    @Test(
        arguments: [
            (
                ["--listen", "nonsense"], [:],
                """
                --listen: "nonsense" is not an IP address, localhost, or nothing for every address, with a colon and a \
                port from 0 to 65535; for example --listen 127.0.0.1:8080
                """
            ),
            (
                [], ["ENGAWA_LISTEN": "0.0.0.0:99999"],
                """
                ENGAWA_LISTEN: "0.0.0.0:99999" is not an IP address, localhost, or nothing for every address, with a colon \
                and a port from 0 to 65535; for example ENGAWA_LISTEN=127.0.0.1:8080
                """
            ),
            (
                ["--metrics-listen", "9100"], [:],
                """
                --metrics-listen: "9100" is not an IP address, localhost, or nothing for every address, with a colon and a \
                port from 0 to 65535; for example --metrics-listen 127.0.0.1:9464
                """
            ),
            (
                [], ["ENGAWA_BACKEND": "backend:3000"],
                """
                ENGAWA_BACKEND: "backend:3000" is not the word embedded, or the http or https base URL of a REST backend; \
                for example ENGAWA_BACKEND=http://127.0.0.1:3000
                """
            ),
            (
                ["--backend", "https://backend.example", "--backend-pin", "sha256//abc"], [:],
                """
                --backend-pin: "sha256//abc" is not a list of at most 10 hashes of public keys, separated by commas, each \
                "sha256//" and 44 characters of base64; for example --backend-pin \
                sha256//d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM=
                """
            ),
            (
                ["--backend-pin", "sha256//d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM="], [:],
                """
                --backend-pin is for a --backend with an https URL, such as https://backend.example.org; "embedded" shows no \
                certificate
                """
            ),
            (
                ["--backend", "http://backend:3000", "--backend-ca", "ca.pem"], [:],
                """
                --backend-ca is for a --backend with an https URL, such as https://backend.example.org; \
                "http://backend:3000" shows no certificate
                """
            ),
            (
                ["--mode", "debug"], [:],
                "--mode: \"debug\" is not one of production, development; for example --mode production"
            ),
            (
                ["--public-url", "nonsense"], [:],
                """
                --public-url: "nonsense" is not an http or https URL without a path; for example --public-url \
                https://chat.example.org
                """
            ),
            (
                ["--public-url", "https://a.example/chat"], [:],
                """
                --public-url: "https://a.example/chat" is not an http or https URL without a path; for example \
                --public-url https://chat.example.org
                """
            ),
            (
                ["--vault-key", "12345678"], [:],
                "--vault-key: a secret is not for a flag; use ENGAWA_VAULT_KEY"
            ),
            (
                [], ["ENGAWA_VAULT_KEY": "1234supersecret"],
                """
                ENGAWA_VAULT_KEY: the value is not 64 hexadecimal digits; for example \
                ENGAWA_VAULT_KEY=$(openssl rand -hex 32)
                """
            ),
            (
                [], ["ENGAWA_REGISTRATON": "off"],
                "ENGAWA_REGISTRATON is not known; did you mean ENGAWA_REGISTRATION?"
            ),
            ([], ["ENGAWA_FROBNICATE": "on"], "ENGAWA_FROBNICATE is not known; `engawa --help` lists what is"),
            (
                ["--log-level", "loud"], [:],
                "--log-level: \"loud\" is not one of debug, info, warning, error; for example --log-level warning"
            ),
            (
                ["--sample-world", "yes"], [:],
                "--sample-world: \"yes\" is not one of on, off; for example --sample-world on"
            ),
            (["--tls-key", "k.pem"], [:], "--tls-key needs --tls-certificate too"),
            (["--tls-certificate", "c.pem"], [:], "--tls-certificate needs --tls-key too"),
            (
                ["--backend-concurrency", "0"], [:],
                """
                --backend-concurrency: "0" is not a whole number of requests from 1 to 1024; for example \
                --backend-concurrency 32
                """
            ),
            (
                [], ["ENGAWA_BACKEND_CONCURRENCY": "many"],
                """
                ENGAWA_BACKEND_CONCURRENCY: "many" is not a whole number of requests from 1 to 1024; for example \
                ENGAWA_BACKEND_CONCURRENCY=32
                """
            ),
            (
                ["--poll-interval", "0"], [:],
                "--poll-interval: \"0\" is not a whole number of seconds from 1 to 300; for example --poll-interval 5"
            ),
            (
                ["--trusted-proxies", "10.0.0.1/8"], [:],
                """
                --trusted-proxies: "10.0.0.1/8" is not a list of IP addresses and networks, separated by commas, without \
                host bits, and not of all addresses; for example --trusted-proxies 127.0.0.1,10.0.0.0/8
                """
            ),
            (
                ["--poll-interval"], [:],
                """
                --poll-interval needs a value: a whole number of seconds from 1 to 300; for example --poll-interval 5
                """
            ),
            (
                ["--sign-in-corp-key-id="], [:],
                "--sign-in-corp-key-id needs a value: a text; for example --sign-in-corp-key-id F6G7H8I9J0"
            ),
            (["--nonsense", "1"], [:], "--nonsense is not known; `engawa --help` lists what is"),
        ] as [([String], [String: String], String)])
    func `an error names the setting, the value, what is allowed and an example`(
        arguments: [String], environment: [String: String], message: String
    ) {
        let error = #expect(throws: ConfigurationError.self) { try configuration(arguments, environment) }
        #expect(error?.description == message)
    }

    @Test func `the command comes first, and the default is serve`() throws {
        #expect(try Command.parse([]).0 == .serve)
        #expect(try Command.parse(["--listen", ":1"]).0 == .serve)
        let (command, rest) = try Command.parse(["backend", "--data", "x"])
        #expect(command == .backend)
        #expect(Array(rest) == ["--data", "x"])
        #expect(throws: ConfigurationError.self) { try Command.parse(["brew"]) }
    }

    @Test func `the policy for second factors is configurable`() throws {
        func policy(_ arguments: String...) throws -> FactorPolicy {
            try Configuration(Settings(arguments: arguments, environment: [:]), defaultPort: 8080).factors
        }
        #expect(try policy() == FactorPolicy(everyone: .offered))
        #expect(
            try policy("--second-factor", "required", "--second-factor-grace", "14", "--second-factor-admins", "off")
                == FactorPolicy(everyone: .required, admins: .off, grace: .seconds(14 * 86_400)))
        for wrong in [
            ["--second-factor", "maybe"], ["--second-factor-grace", "-1"], ["--second-factor-grace", "soon"],
        ] {
            #expect(throws: ConfigurationError.self) {
                try Configuration(Settings(arguments: wrong, environment: [:]), defaultPort: 8080)
            }
        }
    }

    @Test(arguments: ["second-factor", "passkey"])
    func `no provider may have the name of a page of the site`(name: String) throws {
        let settings = try Settings(
            arguments: [
                "--sign-in", name, "--sign-in-\(name)-issuer", "https://id.example", "--public-url",
                "https://a.example", "--sign-in-\(name)-client-id", "x",
            ], environment: [:])
        #expect(throws: ConfigurationError.self) {
            try SignInConfiguration(settings, Configuration(settings, defaultPort: 8080))
        }
    }
}
