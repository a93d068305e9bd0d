import Cryptography
import HTTP
import HTTPClient
import HTTPServer
import Logging
import TestAuthority
import Testing

/// Which servers are trusted over TLS, with servers of our own.
@Suite struct ServerTrustTests {
    /// Runs a server with this certificate, and asks it as `trust` says.
    private func ask(
        _ identity: TestAuthority.Server, _ trust: ServerTrust, by method: HTTP.Method = .get
    ) async throws -> Result<ClientResponse, TransportError> {
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.tls = TLSIdentity(certificate: identity.certificate, key: identity.key)
        let server = try Server(configuration, log: .silent) { _ in .text(.ok, "here") }
        let client = CurlClient.with { $0.trust = trust }
        let result: Result<ClientResponse, TransportError>
        do throws(TransportError) {
            // Twice, for the second comes over what the first has left: a connection, a handle.
            _ = try await client.send(ClientRequest(method, "https://\(server.address)/"))
            result = .success(try await client.send(ClientRequest(method, "https://\(server.address)/")))
        } catch {
            result = .failure(error)
        }
        await server.stop()
        return result
    }

    private func refusal(_ result: Result<ClientResponse, TransportError>) -> TransportError? {
        guard case .failure(let error) = result else { return nil }
        return error
    }

    @Test(arguments: [HTTP.Method.get, .post])
    func `a server is trusted if an authority that was given has signed its certificate`(
        method: HTTP.Method
    ) async throws {
        let authority = try await TestAuthority()
        let server = try await authority.certify()
        let certificates = try CertificateAuthorities(pem: authority.pem)
        for authorities in [ServerTrust.Authorities.only(certificates), .systemAnd(certificates)] {
            let answer = try await ask(server, ServerTrust(authorities), by: method).get()
            #expect(String(decoding: answer.body, as: UTF8.self) == "here")
        }
    }

    @Test func `a server of another authority is not trusted, and gets no request`() async throws {
        let (authority, other) = (try await TestAuthority(), try await TestAuthority())
        let server = try await authority.certify()
        let certificates = try CertificateAuthorities(pem: other.pem)
        for authorities in [ServerTrust.Authorities.system, .only(certificates), .systemAnd(certificates)] {
            let error = try #require(refusal(try await ask(server, ServerTrust(authorities), by: .post)))
            #expect(error.reason == .cannotConnect)
            #expect(error.detail.contains("SSL certificate problem"), "\(error.detail)")
        }
    }

    @Test func `a certificate for another name is not trusted`() async throws {
        let authority = try await TestAuthority()
        let server = try await authority.certify("DNS:chat.example")
        let certificates = try CertificateAuthorities(pem: authority.pem)
        let error = try #require(refusal(try await ask(server, ServerTrust(.only(certificates)))))
        #expect(error.reason == .cannotConnect)
        #expect(error.detail.contains("127.0.0.1"), "\(error.detail)")
    }

    @Test func `a server that signed its own certificate is trusted where that certificate is given`() async throws {
        let authority = try await TestAuthority()
        let server = try await authority.certify()
        let own = try CertificateAuthorities(pem: server.certificate)
        #expect(try await ask(server, ServerTrust(.only(own))).get().status == .ok)
    }

    @Test func `a server with a pinned key is trusted, and with another key it is not`() async throws {
        let authority = try await TestAuthority()
        let (server, other) = (try await authority.certify(), try await authority.certify())
        let (pin, otherPin) = (try #require(KeyPin(server.pin)), try #require(KeyPin(other.pin)))
        let trust = ServerTrust(.only(try CertificateAuthorities(pem: authority.pem)), pins: [pin])
        #expect(try await ask(server, trust).get().status == .ok)
        var rotated = trust
        rotated.pins = [otherPin, pin]
        #expect(try await ask(server, rotated).get().status == .ok)
        var wrong = trust
        wrong.pins = [otherPin]
        let error = try #require(refusal(try await ask(server, wrong, by: .post)))
        #expect(error.reason == .cannotConnect)
        #expect(error.detail.contains("pinned"), "\(error.detail)")
    }

    @Test func `a pinned key does not take the place of a valid certificate`() async throws {
        let server = try await TestAuthority().certify()
        let error = refusal(try await ask(server, ServerTrust(pins: [try #require(KeyPin(server.pin))])))
        #expect(error?.reason == .cannotConnect)
    }

    @Test(arguments: [
        ("sha256//d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM=", true),
        ("d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM=", false),
        ("sha256//", false), ("sha256//d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWm==", false),
        ("sha256//d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM=;sha256//x", false),
        ("sha256//\u{301}d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM=", false),
        ("SHA256//d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM=", false), ("/etc/key.der", false),
    ]) func `a pin is the base64 of a SHA-256`(text: String, isPin: Bool) {
        #expect((KeyPin(text)?.description == text) == isPin)
    }
}
