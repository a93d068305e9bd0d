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
            (["--listen", "nonsense"], [:], "--listen: \"nonsense\" is not ADDRESS:PORT"),
            ([], ["ENGAWA_LISTEN": "0.0.0.0:99999"], "ENGAWA_LISTEN: \"0.0.0.0:99999\" is not ADDRESS:PORT"),
            ([], ["ENGAWA_BACKEND": "backend:3000"], "ENGAWA_BACKEND: \"backend:3000\" is not embedded|URL"),
            (["--mode", "debug"], [:], "--mode: \"debug\" is not production|development"),
            (["--public-url", "chat.example"], [:], "--public-url: \"chat.example\" is not URL"),
            (
                ["--public-url", "https://a.example/chat"], [:],
                "--public-url: \"https://a.example/chat\" must have no path"
            ),
            (
                ["--vault-key", "12345678"], [:],
                "--vault-key: a secret is not for a flag; use ENGAWA_VAULT_KEY"
            ),
            (
                [], ["ENGAWA_VAULT_KEY": "1234supersecret"],
                "ENGAWA_VAULT_KEY: the value is not 64 HEXADECIMAL DIGITS"
            ),
            (
                [], ["ENGAWA_REGISTRATON": "off"],
                "ENGAWA_REGISTRATON is not known; did you mean ENGAWA_REGISTRATION?"
            ),
            ([], ["ENGAWA_FROBNICATE": "on"], "ENGAWA_FROBNICATE is not known; `engawa --help` lists what is"),
            (["--log-level", "loud"], [:], "--log-level: \"loud\" is not debug|info|warning|error"),
            (["--sample-world", "yes"], [:], "--sample-world: \"yes\" is not on|off"),
            (["--tls-key", "k.pem"], [:], "--tls-key needs --tls-certificate too"),
            (["--tls-certificate", "c.pem"], [:], "--tls-certificate needs --tls-key too"),
            (["--backend-concurrency", "0"], [:], "--backend-concurrency: \"0\" is not 1…1024"),
            ([], ["ENGAWA_BACKEND_CONCURRENCY": "many"], "ENGAWA_BACKEND_CONCURRENCY: \"many\" is not 1…1024"),
            (["--trusted-proxies", "10.0.0.1/8"], [:], "--trusted-proxies: \"10.0.0.1/8\" is not ADDRESS[/BITS],…"),
            (["--metrics-listen", "9100"], [:], "--metrics-listen: \"9100\" is not ADDRESS:PORT"),
            (["--listen"], [:], "--listen needs a value: ADDRESS:PORT"),
            (["--nonsense", "1"], [:], "--nonsense is not known; `engawa --help` lists what is"),
        ] as [([String], [String: String], String)])
    func `an error names the setting`(arguments: [String], environment: [String: String], message: String) {
        let error = #expect(throws: ConfigurationError.self) { try configuration(arguments, environment) }
        #expect(error?.description == message)
    }

    @Test func `the command comes first, and the default is serve`() throws {
        #expect(try Command.parse([]).0 == .serve)
        #expect(try Command.parse(["--listen", ":1"]).0 == .serve)
        let (command, rest) = try Command.parse(["backend", "--data", "x"])
        #expect(command == .backend)
        #expect(Array(rest) == ["--data", "x"])
        #expect(try Command.parse(["serve", "--help"]).0 == .help)
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

    @Test func `the help lists the flag and the variable of every setting`() {
        for setting in Setting.allCases {
            #expect(Command.helpText.contains("  \(setting.flag) "))
            #expect(Command.helpText.contains("\(setting.variable): "))
        }
    }
}
