import Foundation
import Testing

@testable import Cryptography

/// A private authority and its certificates. `openssl verify` and TLS clients judge them in `CertificateCommandTests`.
@Suite struct CertificateTests {
    private let now = 1_800_000_000
    private let day = 86_400

    private func names(_ texts: String...) throws -> [LocalName] { try texts.map { try #require(LocalName($0)) } }

    private func authority(_ texts: String...) throws -> CertificateAuthority {
        try CertificateAuthority(
            name: "Engawa authority of box.local", for: texts.map { try #require(LocalName($0)) }, now: now)
    }

    @Test(arguments: [
        "box", "box.local", "BOX.Local", "chat.home.arpa", "home.arpa", "a-1.lan", "x.internal", "x.test", "localhost",
        "127.0.0.1", "192.168.1.20", "10.0.0.1", "172.31.255.255", "169.254.1.1", "100.64.0.1", "::1", "fe80::1",
        "fd00::1",
    ]) func `names and addresses of local networks are taken`(text: String) {
        #expect(LocalName(text) != nil)
    }

    @Test(arguments: [
        "", ".", "chat.example.org", "local.example", "xlocal.example", "notlocal.com", "box..local", "-box", "box-",
        "b_x",
        "*.local", "box.local,IP:8.8.8.8", "DNS:x", "box\n", "縁側.local", "box.1", "8.8.8.8", "172.32.0.1",
        "2606:4700::1", "::", String(repeating: "a", count: 64),
        String(repeating: "a.", count: 130) + "local",
    ]) func `public names and addresses, and what is none, are refused`(text: String) {
        #expect(LocalName(text) == nil)
    }

    @Test func `a certificate is valid from the day before for 397 days`() throws {
        let certificate = try authority().issue(for: try names("box.local"), key: CertificateKey(), now: now)
        let moments = [-2 * day, -day + 60, 0, 396 * day, 398 * day]
        #expect(moments.map { certificate.isValid(at: now + $0) } == [false, true, true, true, false])
        #expect(certificate.fingerprint.count == 32)
    }

    @Test func `an authority is the same after it was written and read`() throws {
        let made = try authority()
        let read = try #require(CertificateAuthority(certificate: made.certificate.pem, key: made.key.pem))
        #expect(read.certificate.fingerprint == made.certificate.fingerprint)
        _ = try read.issue(for: try names("box.local", "192.168.1.20", "::1"), key: CertificateKey(), now: now)
    }

    @Test func `an authority permits single labels that it was made for, and no others`() throws {
        let authority = try authority("box", "box.local")
        _ = try authority.issue(for: try names("box", "sub.home.arpa", "10.1.2.3"), key: CertificateKey(), now: now)
        #expect(throws: CertificateError.notPermitted) {
            try authority.issue(for: try names("other"), key: CertificateKey(), now: now)
        }
    }

    @Test func `an authority issues nothing that outlives it`() throws {
        let authority = try authority()
        let end = CertificateAuthority.authoritySeconds - CertificateAuthority.serverSeconds
        _ = try authority.issue(for: try names("box.local"), key: CertificateKey(), now: now + end - day)
        for late in [end + day, CertificateAuthority.authoritySeconds + day, -2 * day] {
            #expect(throws: CertificateError.authorityUnusable) {
                try authority.issue(for: try names("box.local"), key: CertificateKey(), now: now + late)
            }
        }
    }

    @Test func `files that do not belong together, or are none, are no authority`() throws {
        let (one, other) = (try authority(), try authority())
        let server = try CertificateKey()
        let certificate = try one.issue(for: try names("box.local"), key: server, now: now)
        #expect(CertificateAuthority(certificate: one.certificate.pem, key: other.key.pem) == nil)
        #expect(CertificateAuthority(certificate: certificate.pem, key: server.pem) == nil, "not of an authority")
        #expect(CertificateAuthority(certificate: one.key.pem, key: one.certificate.pem) == nil)
        for text in ["", "x", String(repeating: "x", count: 100_000)] {
            #expect(CertificateAuthority(certificate: text, key: one.key.pem) == nil)
            #expect(CertificateAuthority(certificate: one.certificate.pem, key: text) == nil)
        }
    }
}
