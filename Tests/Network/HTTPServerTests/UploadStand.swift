import Eventually
import Foundation
import HTTP
import HTTPServer
import Logging
import Synchronization
import Testing

/// A server that takes files into a folder of its own, and what it was given.
final class UploadStand: Sendable {
    let folder: String
    let received = Mutex<[Request]>([])

    init() {
        folder = NSTemporaryDirectory() + "uploads-\(UInt64.random(in: .min ... .max))"
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The names of the files in the folder.
    var left: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

    /// Lets everybody send three files of 4 MiB.
    static let usual: @Sendable (Request) async -> UploadLimits? = { _ in
        UploadLimits(file: .mebibytes(4), files: 3)
    }

    /// Runs a server for the time of `body`. Its handler keeps requests until `forget`.
    func withServer(
        limits: ServerLimits = ServerLimits(), log: Logger = .silent,
        change: (inout UploadConfiguration) -> Void = { _ in },
        admission: @escaping @Sendable (Request) async -> UploadLimits? = usual,
        _ body: (UInt16) async throws -> Void
    ) async throws {
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.limits = limits
        var uploads = UploadConfiguration(folder: folder, admission: admission)
        uploads.freeDisk = .bytes(0)
        change(&uploads)
        configuration.uploads = uploads
        let server = try Server(configuration, log: log) { [weak self] request in
            self?.received.withLock { $0.append(request) }
            let files = request.files.map { "\($0.field)/\($0.name)=\($0.bytes)" }
            let status: Status =
                switch request.uploadRefusal {
                case .tooLarge, .tooMany: .contentTooLarge
                case .busy: .serviceUnavailable
                case .noSpace: .insufficientStorage
                case nil: .ok
                }
            let fields = request.form.fields.map { "\($0.name)=\($0.value)" }
            return .text(status, (fields + files).joined(separator: "|"))
        }
        do {
            try await body(server.address.port)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    func forget() { received.withLock { $0 = [] } }

    var files: [ReceivedFile] { received.withLock { $0.flatMap(\.files) } }
}

/// A part of a multipart form.
struct FormPart {
    let name: String
    var filename: String?
    let content: [UInt8]

    static func text(_ name: String, _ value: String) -> FormPart { FormPart(name: name, content: Array(value.utf8)) }

    static func file(_ name: String, _ filename: String, _ content: [UInt8]) -> FormPart {
        FormPart(name: name, filename: filename, content: content)
    }

    static let boundary = "XbXbX"

    static func body(_ parts: [FormPart]) -> [UInt8] {
        var body: [UInt8] = []
        for part in parts {
            let filename = part.filename.map { "; filename=\"\($0)\"\r\nContent-Type: image/png" } ?? ""
            body += Array(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(filename)\r\n\r\n".utf8)
            body += part.content + Array("\r\n".utf8)
        }
        return body + Array("--\(boundary)--\r\n".utf8)
    }

    static func head(bytes: Int?, _ more: String = "") -> String {
        let length = bytes.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked"
        return "POST /send HTTP/1.1\r\nHost: x\r\n\(more)Content-Type: multipart/form-data; boundary=\(boundary)\r\n"
            + "\(length)\r\n\r\n"
    }
}

/// Bytes without a pattern, the same ones each time.
func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
        for index in 0..<count {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            buffer[index] = UInt8(truncatingIfNeeded: state >> 33)
        }
        written = count
    }
}
