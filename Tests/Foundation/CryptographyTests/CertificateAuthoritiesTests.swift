import Cryptography
import TestAuthority
import Testing

@Suite struct CertificateAuthoritiesTests {
    private func problem(_ pem: String) -> CertificateAuthorities.Problem? {
        do throws(CertificateAuthorities.Problem) {
            _ = try CertificateAuthorities(pem: pem)
            return nil
        } catch {
            return error
        }
    }

    @Test func `one or several certificates are taken, and a private key or anything else is not`() async throws {
        let (authority, other) = (try await TestAuthority(), try await TestAuthority())
        let both = try authority.pem + other.pem
        #expect(try CertificateAuthorities(pem: both).pem == both)
        let server = try await authority.certify()
        for (pem, expected) in [
            ("", .noCertificate), ("nonsense", .noCertificate), (server.key, .privateKey),
            (server.certificate + server.key, .privateKey),
            (both + String(repeating: "\n", count: CertificateAuthorities.maximumBytes), .tooLarge),
        ] as [(String, CertificateAuthorities.Problem)] {
            #expect(problem(pem) == expected)
        }
    }
}
