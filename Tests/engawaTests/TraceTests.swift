import Eventually
import Foundation
import HTTP
import HTTPClient
import Testing

@Suite struct TraceTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

    @Test func `the trace of a request is in its log line and in the backend's, and not in the response`() async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let backend = try RunningProgram(["backend", "--listen", "127.0.0.1:0", "--data", "\(folder)/backend"])
        defer { backend.kill() }
        let site = try RunningProgram([
            "serve", "--sign-in", "user-id", "--backend", try await backend.address(after: "listens on"), "--listen",
            "127.0.0.1:0", "--data", "\(folder)/site", "--assets", Self.assets,
        ])
        defer { site.kill() }
        let url = try await site.address(after: "Engawa is open")
        let answer = try await CurlClient().send(
            ClientRequest(
                .get, "\(url)/readyz", headers: [.traceParent: "00-\(Self.trace)-00f067aa0ba902b7-01"]))
        #expect(answer.status == .ok)
        #expect(
            !answer.headers.fields.contains { $0.value.contains(Self.trace) || $0.name.canonical.hasPrefix("trace") })
        #expect(!String(decoding: answer.body, as: UTF8.self).contains(Self.trace))
        for (program, path) in [(site, "/readyz"), (backend, "/health")] {
            try await eventually {
                program.log.split(separator: "\n").contains {
                    $0.contains("path=\(path) ") && $0.hasSuffix(" trace=\(Self.trace)")
                }
            }
        }
        // One that is not valid is not believed: a trace begins.
        _ = try await CurlClient().send(
            ClientRequest(.get, "\(url)/healthz", headers: [.traceParent: "00-forged-1-01"]))
        try await eventually { site.log.contains(/path=\/healthz .* trace=[0-9a-f]{32}\n/) }
        #expect(!site.log.contains("forged"))
    }

    private static let assets =
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Public").standardized.path
}
