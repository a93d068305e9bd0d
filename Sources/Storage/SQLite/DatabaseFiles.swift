import Concurrency

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Which file is at a path; another one after the file was replaced.
public struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// `nil` where there is no file.
    public init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, inode) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
    }
}

/// The files of an open database: itself, its write-ahead log and the memory that its connections share. SQLite goes on
/// with open files that were deleted or replaced, and what it writes to them is lost.
struct DatabaseFiles: Sendable {
    private let files: [(path: String, identity: FileIdentity)]

    /// The files as they are now, while the database is open.
    init(_ location: Location) {
        switch location {
        case .file(let path):
            files = ["", "-wal", "-shm"].compactMap { suffix in
                FileIdentity(path + suffix).map { (path + suffix, $0) }
            }
        case .memory: files = []
        }
    }

    /// Takes about a microsecond a file.
    /// - Throws: if one was deleted or replaced.
    func check() throws(NotStored) {
        for file in files where FileIdentity(file.path) != file.identity {
            throw .notWritable("\(file.path) was deleted or replaced while it was in use")
        }
    }
}
