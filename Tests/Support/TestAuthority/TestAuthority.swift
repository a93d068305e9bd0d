import ChildProcess
import Foundation
import Testing

/// A certificate authority of the tests, in a folder that is deleted afterwards. With openssl, which the tests install.
public final class TestAuthority: Sendable {
    /// A server's chain and key, both PEM.
    public struct Server: Sendable {
        public let certificate: String
        public let key: String
        /// Its public key in curl's notation.
        public let pin: String
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "authority-\(UUID())").path

    /// - Parameter name: OpenSSL looks for authorities by name.
    public init(_ name: String = "An authority of the tests") async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try await Self.make(["-subj", "/CN=\(name)", "-keyout", keyFile, "-out", file])
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The path of its certificate.
    public var file: String { "\(folder)/authority.pem" }
    /// The path of its key.
    public var keyFile: String { "\(folder)/authority.key" }
    public var pem: String { get throws { try String(contentsOfFile: file, encoding: .utf8) } }

    /// A new certificate and key for the server at an address.
    ///
    /// - Parameter name: as in `subjectAltName`.
    public func certify(_ name: String = "IP:127.0.0.1") async throws -> Server {
        let path = "\(folder)/\(UUID())"
        try await Self.make([
            "-CA", file, "-CAkey", keyFile, "-subj", "/CN=A server of the tests", "-addext", "subjectAltName=\(name)",
            "-addext", "basicConstraints=critical,CA:FALSE", "-keyout", "\(path).key", "-out", "\(path).pem",
        ])
        let pin = try await ChildProcess.run(["sh", "-c", Self.pinCommand, "sh", "\(path).pem"])
        return Server(
            certificate: try String(contentsOfFile: "\(path).pem", encoding: .utf8),
            key: try String(contentsOfFile: "\(path).key", encoding: .utf8),
            pin: "sha256//\(pin.text.trimmingCharacters(in: .newlines))")
    }

    /// As in `docs/operations.md`.
    private static let pinCommand = """
        openssl x509 -in "$1" -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary \
        | openssl base64
        """

    private static func make(_ options: [String]) async throws {
        let made = try await ChildProcess.run(
            ["openssl", "req", "-x509", "-days", "2", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
                + options)
        try #require(made.status == 0, "\(made.errors)")
    }
}
