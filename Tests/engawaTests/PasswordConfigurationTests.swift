import Accounts
import Chat
import ChatREST
import Gateway
import Testing

@testable import engawa

@Suite struct PasswordConfigurationTests {
    private func signIn(_ arguments: [String]) throws -> (SignInConfiguration, Configuration) {
        let settings = try Settings(arguments: arguments, environment: [:])
        let configuration = try Configuration(settings, defaultPort: 8080)
        return (try SignInConfiguration(settings, configuration), configuration)
    }

    private let tokenService = [
        "--sign-in", "token-service", "--sign-in-token-service-url", "https://accounts.example",
    ]

    /// Settings with which other machines reach the site without TLS.
    private static let openPlaces = [
        [], ["--public-url", "http://chat.example"], ["--public-url", "http://127.0.0.1:8080"],
        ["--public-url", "http://chat.example", "--listen", "127.0.0.1:8080"], ["--listen", "192.0.2.1:8080"],
    ]

    @Test(arguments: openPlaces)
    func `the program does not start if passwords would be sent unencrypted`(place: [String]) {
        for method in [["--sign-in", "user-id,password"], tokenService] {
            let error = #expect(throws: ConfigurationError.self) { try signIn(method + place) }
            #expect(error?.description.contains("would cross the network in the open") == true)
        }
    }

    @Test(arguments: openPlaces)
    func `in production, User IDs over http from other machines need a permission`(place: [String]) throws {
        let methods = ["--sign-in", "user-id"]
        let error = #expect(throws: ConfigurationError.self) { try signIn(methods + place) }
        #expect(
            error?.description == """
                --sign-in: with "user-id" whatever people read and write, and the cookies of their sessions, would cross \
                the network in the open; give --tls-certificate or an https --public-url, or --listen on 127.0.0.1; or \
                permit it: --sign-in-user-id-over-http on
                """)
        let permission = "--sign-in-user-id-over-http"
        #expect(throws: ConfigurationError.self) { try signIn(methods + place + [permission, "off"]) }
        #expect(try signIn(methods + place + [permission, "on"]).0.asksForNoProof)
        #expect(try signIn(methods + place + ["--mode", "development"]).0.asksForNoProof)
        // It permits nothing else.
        let password = ["--sign-in", "user-id,password", permission, "on"]
        #expect(throws: ConfigurationError.self) { try signIn(password + place) }
    }

    @Test func `the permission for User IDs is on or off, and only for that method`() throws {
        let permission = "--sign-in-user-id-over-http"
        for (arguments, words) in [
            (
                ["--sign-in", "user-id", permission, "yes"],
                "\(permission): \"yes\" is not one of on, off; for example \(permission) on"
            ),
            (
                ["--sign-in", "token-service", permission, "on", "--listen", "127.0.0.1:1"],
                "\(permission) is not a setting of a sign-in method in --sign-in (token-service)"
            ),
        ] {
            let error = #expect(throws: ConfigurationError.self) { try signIn(arguments) }
            #expect(error?.description.contains(words) == true, "\(error?.description ?? "nothing") for \(words)")
        }
    }

    @Test func `a backend without TLS gets neither passwords nor tokens`() throws {
        let place = ["--public-url", "https://chat.example"]
        for (method, secrets) in [(["--sign-in", "password"], "passwords"), (tokenService, "tokens")] {
            let error = #expect(throws: ConfigurationError.self) {
                try signIn(method + ["--backend", "http://backend:3000"] + place)
            }
            let words = "\(secrets) would cross the network to \"http://backend:3000\" in the open"
            #expect(error?.description.contains(words) == true)
            for backend in ["https://backend.example", "http://127.0.0.1:3000"] {
                _ = try signIn(method + ["--backend", backend] + place)
            }
        }
        _ = try signIn(["--sign-in", "user-id", "--backend", "http://backend:3000"] + place)
    }

    @Test(arguments: [
        ["--public-url", "https://chat.example"], ["--listen", "127.0.0.1:8080"], ["--listen", "[::1]:8080"],
        ["--tls-certificate", "c.pem", "--tls-key", "k.pem"],
        ["--public-url", "http://localhost:8080", "--listen", "127.0.0.1:8080"],
    ]) func `with TLS, or on one machine, the program starts`(place: [String]) throws {
        _ = try signIn(["--sign-in", "user-id"] + place)
        for method in [["--sign-in", "password"], tokenService] {
            guard case .everywhere = try signIn(method + place).0.passwords else {
                Issue.record("\(place) is not good enough for \(method)")
                return
            }
        }
    }

    @Test func `development enables passwords by default, with restrictions`() throws {
        let (open, _) = try signIn(["--mode", "development"])
        #expect(open.methods.map(\.id) == [.userID, .password])
        guard case .thisMachine = open.passwords else {
            Issue.record("passwords may come from anywhere")
            return
        }
        let (remote, _) = try signIn(["--mode", "development", "--backend", "http://127.0.0.1:3000"])
        #expect(remote.methods.map(\.id) == [.userID])
    }

    @Test func `sign-in with the backend's passwords uses session access`() throws {
        for (arguments, access) in [
            (["--sign-in", "password"], Access.session), (["--sign-in", "user-id"], .open),
            (["--sign-in", "user-id", "--backend-access", "session"], .session),
            (["--sign-in", "password", "--backend-access", "open"], .open),
        ] {
            let (signIn, configuration) = try signIn(arguments + ["--listen", "127.0.0.1:1"])
            #expect(signIn.access(configuration) == access)
        }
    }

    @Test(arguments: [
        (
            ["--sign-in", "token-service"],
            """
            --sign-in-token-service-url is needed for the sign-in method "token-service" of --sign-in: an https URL, or an \
            http URL of this machine; for example --sign-in-token-service-url https://accounts.example.org/api
            """
        ),
        (
            ["--sign-in", "token-service", "--sign-in-token-service-url", "http://accounts.example"],
            """
            --sign-in-token-service-url: "http://accounts.example" is not an https URL, or an http URL of this machine; \
            for example --sign-in-token-service-url https://accounts.example.org/api
            """
        ),
        (
            ["--sign-in", "token-service", "--sign-in-token-service-simulation", "random"],
            "--sign-in-token-service-simulation: anybody can sign in there; it is only for --mode development"
        ),
        (
            [
                "--mode", "development", "--sign-in", "token-service", "--sign-in-token-service-simulation", "failing",
                "--sign-in-token-service-url", "https://accounts.example",
            ],
            "--sign-in-token-service-simulation takes the place of --sign-in-token-service-url; give one of them"
        ),
        (
            ["--mode", "development", "--sign-in", "token-service", "--sign-in-token-service-simulation", "sometimes"],
            """
            --sign-in-token-service-simulation: "sometimes" is not one of random, failing; for example \
            --sign-in-token-service-simulation failing
            """
        ),
        (
            ["--sign-in", "password", "--sign-in-password-origin", "backend"],
            """
            --sign-in-password-origin: "backend" is not an http or https URL without a path; for example \
            --sign-in-password-origin https://chat.example.org
            """
        ),
        (
            [
                "--sign-in", "corp", "--sign-in-corp-issuer", "https://a.example", "--sign-in-corp-client-id", "x",
                "--sign-in-corp-supabase-url", "https://project.example", "--public-url", "https://chat.example",
            ],
            """
            --sign-in-corp-supabase-key-file is needed for the sign-in method "corp" of --sign-in: a file with the \
            anonymous key of the project; for example --sign-in-corp-supabase-key-file /etc/engawa/supabase-key
            """
        ),
        (
            [
                "--sign-in", "corp", "--sign-in-corp-issuer", "https://a.example", "--sign-in-corp-client-id", "x",
                "--sign-in-corp-supabase-key", "anon", "--public-url", "https://chat.example",
            ],
            "--sign-in-corp-supabase-key: a secret is not for a flag; use a variable, or --sign-in-corp-supabase-key-file"
        ),
    ]) func `an error names the setting`(arguments: [String], message: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try signIn(arguments + ["--listen", "127.0.0.1:8080"])
        }
        #expect(error?.description == message)
    }
}
