import Concurrency

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// System calls on files.
enum FileCalls {
    /// How many bytes are copied at once.
    private static let bytesAtOnce = 1 << 20

    /// - Returns: whether it was missing.
    @discardableResult static func makeFolder(_ path: String) throws(NotStored) -> Bool {
        if mkdir(path, 0o700) == 0 { return true }
        guard errno == EEXIST else { throw failure(path) }
        return false
    }

    static func size(_ path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }

    /// When the content, the names or the permissions of a file were changed last, in seconds since 1970 by the clock of
    /// its file system; `nil` where it is missing.
    static func changeTime(_ path: String) -> Int64? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            return Int64(status.st_ctimespec.tv_sec)
        #else
            return Int64(status.st_ctim.tv_sec)
        #endif
    }

    static func freeBytes(_ path: String) -> UInt64? {
        var status = statvfs()
        return statvfs(path, &status) == 0 ? UInt64(status.f_bavail) * UInt64(status.f_frsize) : nil
    }

    /// Makes a file readable by its owner only, and waits until it is on the disk.
    static func makeDurable(_ path: String) throws(NotStored) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        guard fchmod(file, 0o600) == 0, fsync(file) == 0 else { throw failure(path) }
    }

    /// Waits until the entries of a folder are on the disk.
    static func sync(_ path: String) throws(NotStored) {
        let file = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw failure(path) }
    }

    /// Gives a file another name too. A file that has the name already stays.
    /// - Returns: `false` where the file system can't: the name is on another one, or there are no links.
    static func link(_ path: String, as name: String) throws(NotStored) -> Bool {
        if linkat(AT_FDCWD, path, AT_FDCWD, name, 0) == 0 { return true }
        switch errno {
        case EEXIST: return true
        case EXDEV, EPERM, EMLINK, EOPNOTSUPP, ENOSYS: return false
        default: throw failure(name)
        }
    }

    static func rename(_ path: String, to name: String) throws(NotStored) {
        guard renameat(AT_FDCWD, path, AT_FDCWD, name) == 0 else { throw failure(name) }
    }

    /// Copies a file to a new one, which is on the disk then.
    static func copy(_ path: String, to copy: String) throws(NotStored) {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw failure(path) }
        defer { close(source) }
        let target = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw failure(copy) }
        defer { close(target) }
        var buffer = [UInt8](repeating: 0, count: bytesAtOnce)
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count >= 0 else { throw failure(path) }
            if count == 0 { break }
            var written = 0
            while written < count {
                let more = buffer.withUnsafeBytes { write(target, $0.baseAddress! + written, count - written) }
                guard more > 0 else { throw failure(copy) }
                written += more
            }
        }
        guard fsync(target) == 0 else { throw failure(copy) }
    }

    /// Makes a file, readable by its owner only, which is on the disk then; not for many bytes.
    static func makeFile(_ path: String, _ bytes: [UInt8]) throws(NotStored) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        guard write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else { throw failure(path) }
    }

    /// The first bytes of a file; `nil` where it can't be read.
    static func beginning(of path: String, _ maximum: Int) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: maximum)
        let count = read(file, &bytes, maximum)
        return count < 0 ? nil : Array(bytes.prefix(count))
    }

    /// - Returns: whether it was there.
    static func renameIfThere(_ path: String, to name: String) throws(NotStored) -> Bool {
        if renameat(AT_FDCWD, path, AT_FDCWD, name) == 0 { return true }
        guard errno == ENOENT else { throw failure(path) }
        return false
    }

    /// Deletes a file of which nobody knows: where it fails, the next start tries again.
    static func forget(_ path: String) { unlink(path) }

    /// The names in a folder; none where it is missing.
    static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    private static func failure(_ path: String) -> NotStored {
        let (code, details) = (errno, "\(path): \(String(cString: strerror(errno)))")
        return code == ENOSPC || code == EDQUOT ? .diskFull(details) : .notWritable(details)
    }
}
