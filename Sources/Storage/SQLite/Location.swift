#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where a database is.
public enum Location: Hashable, Sendable {
    case file(String)
    /// A new database in memory, which is deleted with its connection.
    case memory

    var path: String {
        switch self {
        case .file(let path): path
        case .memory: ":memory:"
        }
    }

    /// The size of the file; `nil` where there is none.
    var fileBytes: Int? {
        var status = stat()
        guard case .file(let path) = self, stat(path, &status) == 0 else { return nil }
        return Int(status.st_size)
    }

    /// Makes a missing file readable by its owner only: SQLite would let everyone on the machine read it,
    /// and gives its WAL the same permissions.
    ///
    /// A file that exists is never opened here, because closing it would drop the locks that SQLite holds on it
    /// (https://sqlite.org/howtocorrupt.html §2.2). Failing is left to SQLite, which can say why.
    func makePrivateFile() {
        guard case .file(let path) = self else { return }
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }
}
