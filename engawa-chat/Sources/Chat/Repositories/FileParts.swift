import Concurrency

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Reads and writes files in parts, on threads of the blocking pool.
package enum FileParts {
    /// - Throws: `.notWritable` where the file has no such part; `.overloaded`.
    package static func read(_ path: String, at offset: Int64, count: Int) async throws(ChatError) -> [UInt8] {
        try await run {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw failure(path) }
            defer { close(file) }
            var bytes = [UInt8](repeating: 0, count: count)
            var done = 0
            while done < count {
                let read = bytes.withUnsafeMutableBytes {
                    pread(file, $0.baseAddress! + done, count - done, off_t(offset) + off_t(done))
                }
                guard read > 0 else { throw read < 0 ? failure(path) : NotStored.notWritable("\(path): it is shorter") }
                done += read
            }
            return bytes
        }
    }

    /// Appends to a file, readable by its owner only, which is made for the first part.
    /// - Throws: `.diskFull`, `.notWritable`, `.overloaded`.
    package static func append(_ bytes: [UInt8], to path: String) async throws(ChatError) {
        try await run {
            let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw failure(path) }
            defer { close(file) }
            var done = 0
            while done < bytes.count {
                let written = bytes.withUnsafeBytes { write(file, $0.baseAddress! + done, bytes.count - done) }
                guard written > 0 else { throw failure(path) }
                done += written
            }
        }
    }

    /// - Throws: `.notWritable`, `.overloaded`.
    package static func rename(_ path: String, to name: String) async throws(ChatError) {
        try await run {
            guard renameat(AT_FDCWD, path, AT_FDCWD, name) == 0 else { throw failure(name) }
        }
    }

    /// Gives a file another name.
    /// - Throws: `.notWritable`, `.overloaded`.
    static func link(_ path: String, as name: String) async throws(ChatError) {
        try await run { guard linkat(AT_FDCWD, path, AT_FDCWD, name, 0) == 0 else { throw failure(path) } }
    }

    /// Deletes files of which nobody needs to know; where that fails, they stay.
    package static func delete(_ paths: String...) async {
        _ = try? await BlockingPool.shared.run { for path in paths { unlink(path) } }
    }

    private static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws(ChatError) -> Value {
        do {
            return try await BlockingPool.shared.run(work)
        } catch {
            throw ChatError(ofWrite: error, during: "file") ?? ChatError(.notWritable("\(error)"), during: "file")
        }
    }

    private static func failure(_ path: String) -> NotStored {
        let (code, details) = (errno, "\(path): \(String(cString: strerror(errno)))")
        return code == ENOSPC || code == EDQUOT ? .diskFull(details) : .notWritable(details)
    }
}
