import Bytes
import HTTP
import JOSE
import LyingProvider
import OpenID
import Testing

/// A multi-tenant provider, whose tenants have their own issuers, like Microsoft.
@Suite struct TenantTests {
    private static let configured = "https://login.test/organizations/v2.0"
    private static let template: JSON = "https://login.test/{tenantid}/v2.0"
    private static let tenant = "72f988bf-86f1-41af-91ab-2d7cd011db47"
    private static let other = "9188040d-6c67-4c5b-b112-36a304b66dad"

    private static func issuer(of tenant: String) -> String { "https://login.test/\(tenant)/v2.0" }

    /// - Parameter claims: changes the claims of the tenant's valid token.
    private func stage(
        _ issuer: String = configured, says document: JSON = template,
        _ claims: @escaping @Sendable (inout [String: JSON]) -> Void = { _ in }
    ) throws -> Stage {
        let stage = try Stage(issuer: issuer)
        stage.provider.lie {
            $0.discovery = {
                $0["issuer"] = document
                $0["authorization_response_iss_parameter_supported"] = nil
            }
            $0.claims = {
                $0["iss"] = .string(Self.issuer(of: Self.tenant))
                $0["tid"] = .string(Self.tenant)
                claims(&$0)
            }
        }
        return stage
    }

    private func consent(_ url: String, _ provider: LyingProvider) throws -> Query {
        try provider.consent(to: url).without("iss")
    }

    @Test(arguments: ["organizations", "common"])
    func `identities of different tenants are different`(name: String) async throws {
        let stage = try stage("https://login.test/\(name)/v2.0")
        let mine = try await stage.signIn(atProvider: consent).identity
        #expect(mine.issuer == Self.issuer(of: Self.tenant))
        stage.provider.lie {
            $0.claims = {
                $0["iss"] = .string(Self.issuer(of: Self.other))
                $0["tid"] = .string(Self.other)
            }
        }
        let theirs = try await stage.signIn(atProvider: consent).identity
        #expect(theirs.subject == mine.subject && theirs != mine)
    }

    @Test(
        arguments: [
            ["iss": issuer(of: other)], ["tid": other], ["tid": nil], ["iss": "https://login.test/{tenantid}/v2.0"],
            ["iss": configured], ["iss": "https://evil.test/\(tenant)/v2.0"],
            ["tid": "x/../\(other)", "iss": "https://login.test/x/../\(other)/v2.0"],
            ["tid": "organizations", "iss": configured],
        ] as [[String: String?]])
    func `a token whose issuer and tenant differ is rejected`(lie: [String: String?]) async throws {
        let stage = try stage { claims in for (name, value) in lie { claims[name] = value.map { .string($0) } } }
        guard case .claim(let name, _)? = try await stage.failure(atProvider: consent) else {
            Issue.record("it was believed")
            return
        }
        #expect(["iss", "tid"].contains(name))
    }

    @Test func `a refresh keeps the tenant's issuer`() async throws {
        let stage = try stage()
        let proven = try await stage.signIn(atProvider: consent)
        _ = try await stage.party.refresh(proven.grant, of: proven.identity)
    }

    @Test func `a callback may name a tenant's issuer only`() async throws {
        let stage = try stage()
        for (issuer, isTaken) in [(Self.issuer(of: Self.other), true), ("https://evil.test", false)] {
            let failure = try await stage.failure { try self.consent($0, $1).with("iss", issuer) }
            #expect(failure == (isTaken ? nil : .otherIssuer))
        }
    }

    @Test(
        arguments: [
            (issuer(of: tenant), template), (configured, "https://evil.test/{tenantid}/v2.0"),
            (configured, "https://login.test/{tenantid}"), (configured, "https://login.test/a{tenantid}/v2.0"),
            (configured, "https://{tenantid}/organizations/v2.0"), (configured, "{tenantid}"),
            ("https://login.test/anybody/v2.0", template),
        ] as [(String, JSON)])
    func `a document whose issuer differs in more than the tenant is rejected`(
        issuer: String, document: JSON
    ) async throws {
        let stage = try stage(issuer, says: document)
        #expect(
            try await stage.failure(atProvider: consent) == .invalidAnswer("the document has another issuer"))
    }
}
