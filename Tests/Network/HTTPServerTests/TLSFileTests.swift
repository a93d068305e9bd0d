import ChildProcess
import Foundation
import HTTP
import HTTPServer
import Logging
import Testing

/// Files over TLS, to and from a client that is not ours. With curl and openssl, which the tests install.
@Suite struct TLSFileTests {
    private let stand = UploadStand()

    @Test func `a file arrives, and is sent back whole and in part`() async throws {
        let content = noise(5 << 20)
        try FileManager.default.createDirectory(atPath: stand.folder, withIntermediateDirectories: true)
        let (sent, back) = ("\(stand.folder)/sent", "\(stand.folder)/back")
        try Data(content).write(to: URL(filePath: sent))
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.tls = try await TLSIdentity.selfSigned("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256")
        configuration.uploads = UploadConfiguration(folder: stand.folder) { _ in
            UploadLimits(file: .mebibytes(8), files: 1)
        }
        configuration.uploads?.freeDisk = .bytes(0)
        let server = try Server(configuration, log: .silent) { [size = content.count] request in
            guard let file = request.files.first else {
                return Response(.ok, file: FileBody(path: sent, size: size))
            }
            var response = Response(.ok, file: FileBody(path: file.path, size: file.bytes))
            // Keeps the temporary file until it is sent.
            response.lease = Lease { withExtendedLifetime(file) {} }
            return response
        }
        let url = "https://127.0.0.1:\(server.address.port)/"
        _ = try await ChildProcess.run(["curl", "-sk", "--max-time", "20", "-F", "f=@\(sent)", "-o", back, url])
        #expect(FileManager.default.contents(atPath: back).map { Array($0) == content } == true)
        _ = try await ChildProcess.run(["curl", "-sk", "--max-time", "20", "-r", "1000-200000", "-o", back, url])
        #expect(FileManager.default.contents(atPath: back).map { Array($0) == Array(content[1_000...200_000]) } == true)
        await server.stop()
    }
}
