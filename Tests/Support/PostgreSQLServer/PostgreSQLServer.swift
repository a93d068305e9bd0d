import ChildProcess
import Eventually
import Foundation
public import PostgreSQL
import Synchronization
import Testing

/// A real PostgreSQL server with empty databases, in a temporary folder. It ends with this object.
public final class PostgreSQLServer: Sendable {
    private let folder: URL
    private let process: Mutex<ChildProcess>
    private let databases = Atomic(0)

    /// The one that the tests of a process share. It ends with the process.
    public static func shared() async throws -> PostgreSQLServer { try await running.value }

    private static let running = Task {
        let server = try await PostgreSQLServer()
        toEnd.withLock { $0 = server }
        atexit { PostgreSQLServer.toEnd.withLock { $0?.end() } }
        return server
    }
    private static let toEnd = Mutex<PostgreSQLServer?>(nil)

    /// Where Debian puts the server's programs; else they are found by `PATH`.
    private static let programs = "/usr/lib/postgresql/15/bin/"

    private let isDurable: Bool

    /// - Parameter isDurable: whether it syncs what it has acknowledged, as a server for people does.
    public init(isDurable: Bool = false) async throws {
        self.isDurable = isDurable
        // A socket's path has 107 bytes at most.
        folder = URL(filePath: "/tmp/postgresql-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        if geteuid() == 0 { _ = try await ChildProcess.run(["chown", "postgres:", folder.path()]) }
        let initialized = try await ChildProcess.run(
            Self.command("initdb") + [
                "-D", folder.appending(path: "data").path(), "-U", "engawa", "-A", "trust", "-E", "UTF8",
                "--locale=C.UTF-8", "--no-sync",
            ])
        guard initialized.status == 0 else { throw Failure(reason: initialized.errors) }
        process = Mutex(try Self.start(folder, isDurable: isDurable))
        try await waitUntilReady()
    }

    deinit { end() }

    /// Why it did not start.
    public struct Failure: Error { public let reason: String }

    /// The address of a new, empty database.
    public func database() async throws -> ServerAddress { address(of: try await databaseName()) }

    /// The name of a new, empty database.
    public func databaseName() async throws -> String {
        let name = "test\(databases.wrappingAdd(1, ordering: .relaxed).newValue)"
        try await run("CREATE DATABASE \(name)", in: "postgres")
        return name
    }

    public func address(of database: String) -> ServerAddress { ServerAddress(url(of: database))! }

    public func url(of database: String) -> String { "postgresql://engawa@/\(database)?host=\(folder.path())" }

    /// Runs SQL as another client.
    /// - Returns: the values, a line for each row.
    @discardableResult public func run(_ sql: String, in database: String) async throws -> String {
        let run = try await ChildProcess.run([
            "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", folder.path(), "-U", "engawa", "-c", sql,
            database,
        ])
        guard run.status == 0 else { throw Failure(reason: run.errors) }
        return run.text
    }

    /// Ends it as a crash would (SIGKILL).
    public func kill() { process.withLock { $0.kill() } }

    /// Starts it again after `kill()`.
    public func restart() async throws {
        let started = try Self.start(folder, isDurable: isDurable)
        process.withLock { $0 = started }
        try await waitUntilReady()
    }

    private func end() {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    private func waitUntilReady() async throws {
        try await eventually { try await ChildProcess.run(["pg_isready", "-q", "-h", self.folder.path()]).status == 0 }
    }

    private static func start(_ folder: URL, isDurable: Bool) throws -> ChildProcess {
        // The tests of a target run one after the other, and the connections of those that have ended close a little later.
        let settings = [
            "listen_addresses=", "fsync=\(isDurable ? "on" : "off")", "log_lock_waits=on", "max_connections=200",
        ].flatMap { ["-c", $0] }
        return try ChildProcess(
            command("postgres") + ["-D", folder.appending(path: "data").path(), "-k", folder.path()] + settings)
    }

    /// The server refuses to run as root.
    private static func command(_ program: String) -> [String] {
        let path = FileManager.default.fileExists(atPath: programs + program) ? programs + program : program
        let user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
        return (geteuid() == 0 ? user : []) + [path]
    }
}
