import Chat
import ChildProcess
import Eventually
import Foundation
import Testing

@testable import FileIntake

/// Looking at files for malicious software.
struct ClamAVTests {
    @Test(
        arguments: [
            ("/run/clamav/clamd.ctl", .path("/run/clamav/clamd.ctl")), ("clamav:3310", .host("clamav", port: 3310)),
            ("127.0.0.1:1", .host("127.0.0.1", port: 1)), ("[::1]:3310", .host("::1", port: 3310)),
        ] as [(String, ClamAV.Address)])
    func `an address is a path, or a host and a port`(text: String, address: ClamAV.Address) {
        #expect(ClamAV.Address(text) == address)
    }

    @Test(arguments: [
        "", "clamav", "clamav:", ":3310", "clamav:0", "clamav:70000", "::1:3310",
        "/" + String(repeating: "a", count: 107),
    ])
    func `anything else is none`(text: String) { #expect(ClamAV.Address(text) == nil) }

    @Test(
        arguments: [
            ("stream: OK", .clean), ("stream: Eicar-Test-Signature FOUND", .infected("Eicar-Test-Signature")),
            ("stream: OK FOUND", .infected("OK")), ("INSTREAM size limit exceeded. ERROR", nil), ("", nil),
            ("stream:  FOUND", nil), ("stream: x ERROR", nil), ("OK", nil),
        ] as [(String, ClamAV.Verdict?)])
    func `only an answer that says so clears a file`(answer: String, verdict: ClamAV.Verdict?) {
        #expect(ClamAV.verdict(in: answer) == verdict ?? .unknown(answer))
    }

    @Test func `a daemon that is away clears nothing`() async throws {
        let stand = try Stand()
        for address in [
            ClamAV.Address.path(stand.path("nowhere")), .host("127.0.0.1", port: 1), .host("nowhere.invalid", port: 1),
        ] {
            guard case .unknown = try await ClamAV(address).verdict(on: try stand.file("content")) else {
                Issue.record("\(address) cleared it")
                continue
            }
        }
    }

    @Test(arguments: [
        "s.accept()", "c.close()", "c.recv(20); c.close()", "c.sendall(b'stream: OK')",
        "c.sendall(b'x' * 5000)",
    ])
    func `one that stalls, ends early or babbles clears nothing`(behaviour: String) async throws {
        let stand = try Stand()
        let socket = stand.path("socket")
        let liar = try ChildProcess(
            [
                "python3", "-c",
                "import socket; s = socket.socket(socket.AF_UNIX); s.bind('\(socket)'); s.listen(); c = s.accept()[0]; \(behaviour)",
            ])
        defer { withExtendedLifetime(liar) {} }
        try await eventually { FileManager.default.fileExists(atPath: socket) }
        let scanner = ClamAV(.path(socket), patience: .milliseconds(500))
        let verdict = try await scanner.verdict(on: try stand.file(String(repeating: "content", count: 100_000)))
        guard case .unknown = verdict else { return #expect(behaviour.contains("OK") && verdict == .clean) }
    }

    /// The daemon of Debian, with one signature.
    @Test func `the real daemon finds what it knows`() async throws {
        let stand = try Stand()
        let socket = stand.path("clamd")
        let pattern = "engawa test pattern".utf8.map { String(format: "%02x", $0) }.joined()
        try Data("Engawa.Test:0:*:\(pattern)\n".utf8).write(to: URL(filePath: stand.path("test.ndb")))
        let configuration = """
            LocalSocket \(socket)
            DatabaseDirectory \(stand.folder)
            Foreground yes
            User \(NSUserName())

            """
        try Data(configuration.utf8).write(to: URL(filePath: stand.path("clamd.conf")))
        let daemon = try ChildProcess(["/usr/sbin/clamd", "-c", stand.path("clamd.conf")])
        defer { withExtendedLifetime(daemon) {} }
        let scanner = ClamAV(.path(socket))
        let clean = try stand.file("nothing of the kind")
        try await eventually(within: .seconds(60)) { try await scanner.verdict(on: clean) == .clean }
        let infected = try stand.file(String(repeating: "x", count: 200_000) + "engawa test pattern")
        guard case .infected(let name) = try await scanner.verdict(on: infected) else {
            Issue.record("it was not found")
            return
        }
        #expect(name.hasPrefix("Engawa.Test"))
    }
}

/// A folder with files.
private final class Stand {
    let folder = NSTemporaryDirectory() + "clamav-\(UUID().uuidString.prefix(8))"

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    func file(_ content: String) throws -> String {
        let path = path("\(UUID())")
        try Data(content.utf8).write(to: URL(filePath: path))
        return path
    }
}
