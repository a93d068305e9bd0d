import ChildProcess
import Eventually
import Foundation
import HTTP
import HTTPClient
import Testing

@testable import engawa

/// Listening sockets that the program is started with, as systemd does it. Python takes the place of systemd: it makes
/// the sockets, and becomes the program.
@Suite struct PassedSocketTests {
    private static let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "engawa").path

    private static let systemd = """
        import fcntl, os, socket, sys
        kind, count, mine, program, *arguments = sys.argv[1:]
        passed = []
        for number in range(int(count)):
            one = socket.socket(socket.AF_INET6 if kind == "ipv6" else socket.AF_INET,
                                socket.SOCK_DGRAM if kind == "udp" else socket.SOCK_STREAM)
            one.bind(("::" if kind == "ipv6" else "127.0.0.1", 0))
            if kind != "udp": one.listen(8)
            print("passed", one.getsockname()[1], flush=True)
            passed.append(fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, 10))
        for number, one in enumerate(passed): os.dup2(one, 3 + number, inheritable=True)
        os.environ["LISTEN_FDS"] = count
        os.environ["LISTEN_PID"] = str(os.getpid()) if mine == "mine" else "1"
        os.execv(program, [program, *arguments])
        """

    private func start(_ kind: String, count: Int = 1, isMine: Bool = true, _ folder: String) throws -> ChildProcess {
        try ChildProcess(
            ["python3", "-c", Self.systemd, kind, "\(count)", isMine ? "mine" : "other", Self.program]
                + ["serve", "--listen", "127.0.0.1:0", "--data", folder, "--mode", "development"],
            environment: ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("ENGAWA_") })
    }

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "passed-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private func passedPort(_ process: ChildProcess) async throws -> String {
        var port: Substring?
        try await eventually {
            port = process.text.firstMatch(of: /passed (\d+)\n/)?.output.1
            return port != nil
        }
        return String(try #require(port))
    }

    @Test(arguments: ["ipv4", "ipv6"]) func `the site listens on the socket that was passed`(kind: String) async throws
    {
        try await withFolder { folder in
            let process = try start(kind, folder)
            defer { process.kill() }
            let port = try await passedPort(process)
            let url = "http://127.0.0.1:\(port)"
            // A connection that comes before the program listens waits in the socket.
            #expect(try await CurlClient().send(ClientRequest(.get, "\(url)/healthz")).status == .ok)
            try await eventually { process.text.contains("localhost:\(port)\n") }
            #expect(process.isRunning)
        }
    }

    @Test func `a socket for another process is not taken`() async throws {
        try await withFolder { folder in
            let process = try start("ipv4", isMine: false, folder)
            defer { process.kill() }
            let port = try await passedPort(process)
            try await eventually { process.text.contains("Engawa is open:\n  http://localhost:") }
            #expect(!process.text.contains("localhost:\(port)\n"))
        }
    }

    @Test(arguments: [
        ("ipv4", 2, "2 were passed, and the site takes one"), ("udp", 1, "descriptor 3 is no TCP socket that listens"),
    ]) func `what is no single listening socket is refused`(kind: String, count: Int, reason: String) async throws {
        try await withFolder { folder in
            let process = try start(kind, count: count, folder)
            try await process.end()
            #expect(process.status == ExitStatus.usage)
            #expect(
                process.errors.contains("engawa: cannot listen on the socket that was passed (LISTEN_FDS): \(reason)"))
        }
    }
}
