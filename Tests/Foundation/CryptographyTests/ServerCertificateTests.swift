import ChildProcess
import Cryptography
import Testing

/// With openssl, which the tests install.
@Suite struct ServerCertificateTests {
    private struct Pair {
        let certificate: String
        let key: String

        init(_ options: String...) async throws {
            let pem = try await ChildProcess.run(
                [
                    "openssl", "req", "-x509", "-subj", "/CN=test", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:P-256", "-keyout", "-", "-out", "-",
                ] + (options.isEmpty ? ["-nodes"] : options)
            ).text
            let start = try #require(pem.firstRange(of: "-----BEGIN CERTIFICATE-----")).lowerBound
            certificate = String(pem[start...])
            key = String(pem[..<start])
        }
    }

    private func problem(_ certificate: String, _ key: String) -> ServerCertificate.Problem? {
        do throws(ServerCertificate.Problem) {
            _ = try ServerCertificate(certificate: certificate, key: key)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a chain and its key are accepted, and tell how long they are valid`() async throws {
        let (pair, authority) = (try await Pair("-nodes", "-days", "30"), try await Pair())
        let checked = try ServerCertificate(certificate: pair.certificate + authority.certificate, key: pair.key)
        #expect(checked.validity.upperBound - checked.validity.lowerBound == 30 * 24 * 3_600)
    }

    @Test func `each problem is told from the others`() async throws {
        let (pair, other) = (try await Pair(), try await Pair())
        let encrypted = try await Pair("-passout", "pass:secret")
        for (certificate, key, expected) in [
            (pair.key, pair.certificate, .keyInsteadOfCertificate),
            ("", pair.key, .noCertificate),
            ("nonsense", pair.key, .noCertificate),
            (pair.certificate, other.certificate, .certificateInsteadOfKey),
            (pair.certificate, "", .noKey),
            (pair.certificate, "nonsense", .noKey),
            (encrypted.certificate, encrypted.key, .encryptedKey),
            (pair.certificate, other.key, .keyOfAnotherCertificate),
            (other.certificate + pair.certificate, pair.key, .wrongOrder),
        ] as [(String, String, ServerCertificate.Problem)] {
            #expect(problem(certificate, key) == expected)
        }
    }
}
