import Testing

@testable import engawa

@Suite struct HelpTests {
    @Test func `the help lists the flag, the variable and the example of every setting`() {
        for setting in Setting.allCases {
            #expect(Command.helpText.contains("  \(setting.flag) \(setting.form.placeholder)\n"))
            #expect(Command.helpText.contains("\(setting.variable): "))
            #expect(Command.helpText.contains(setting.form.example))
        }
        for setting in MethodSetting.allCases {
            #expect(Command.helpText.contains("  --sign-in-NAME-\(setting.rawValue)"))
        }
    }

    @Test(arguments: Command.allCases)
    func `the help of a command shows how it is written and the settings that it takes, and no others`(
        command: Command
    ) throws {
        let text = command.helpText
        #expect(text.contains("engawa \(command.rawValue)") || text.contains("engawa [\(command.rawValue)]"))
        for setting in Setting.allCases {
            #expect(text.contains("  \(setting.flag) ") == setting.commands.contains(command), "\(setting)")
        }
        for setting in MethodSetting.allCases {
            #expect(text.contains("  --sign-in-NAME-\(setting.rawValue)") == (command == .serve), "\(setting)")
        }
    }

    @Test func `every command can be asked about, before and after its name`() throws {
        for command in Command.allCases where command != .version && command != .help {
            for arguments in [
                ["help", command.rawValue], [command.rawValue, "--help"], [command.rawValue, "--data", "x", "-h"],
            ] {
                let (parsed, topic) = try Command.parse(arguments)
                #expect(parsed == .help)
                #expect(Array(topic) == [command.rawValue])
            }
        }
        for arguments in [["help"], ["--help"], ["-h"], ["--listen", ":1", "--help"]] {
            let (parsed, topic) = try Command.parse(arguments)
            #expect(parsed == .help)
            #expect(topic.isEmpty)
        }
    }

    @Test func `the program prints the help of a command, and of no other word`() async throws {
        let serve = try await RunningProgram.run(["serve", "--help"])
        #expect(serve.status == 0)
        #expect(serve.output == Command.serve.helpText)
        let unknown = try await RunningProgram.run(["help", "brew"])
        #expect(unknown.status == 64)
        #expect(unknown.error.hasPrefix("engawa: \"brew\" is not a command, which is one of serve, backend, "))
    }

    @Test func `every example is a value that its setting takes`() throws {
        for setting in Setting.allCases where !setting.isSecret {
            var arguments = [setting.flag, setting.form.example]
            if setting == .tlsCertificate { arguments += ["--tls-key", "k"] }
            if setting == .backendCA || setting == .backendPin {
                arguments += ["--backend", "https://backend.example"]
            }
            if [.filesEndpoint, .filesRegion, .filesKey].contains(setting) {
                arguments += ["--files", "s3://files", "--store", Setting.store.form.example]
            }
            if setting == .files { arguments += ["--store", Setting.store.form.example] }
            if setting == .tlsKey { arguments += ["--tls-certificate", "c"] }
            let settings = try Settings(arguments: arguments, environment: [:])
            #expect(throws: Never.self) { try Configuration(settings, defaultPort: 8080) }
        }
    }

    @Test func `every example of a sign-in method's setting is a value that it takes`() throws {
        // The example of `ca` is a file, which would be read.
        let general = ["--public-url", "https://chat.example.org", "--sign-in"]
        func chosen(_ method: String, _ settings: [MethodSetting]) throws {
            let arguments = settings.flatMap { ["--sign-in-\(method)-\($0.rawValue)", $0.form.example] }
            let settings = try Settings(arguments: general + [method] + arguments, environment: [:])
            _ = try SignInConfiguration(settings, Configuration(settings, defaultPort: 8080))
        }
        let common: [MethodSetting] = [
            .title, .clientID, .scopes, .hosts, .issuers, .parameters, .sessionCheck, .endSession, .pin,
            .supabaseColumns,
        ]
        try chosen("corp", common + [.issuer])
        try chosen(
            "hub",
            common + [.issuer, .authorizationURL, .tokenURL, .userInfoURL, .keysURL, .revocationURL, .subject])
        try chosen("token-service", [.url, .pin])
        try chosen("password", [.origin])
        try chosen("user-id", [.overHTTP])
    }
}
