import Glibc
import HTTP

/// Reads and writes whole files.
enum WholeFile {
    /// `nil` where the file can't be read, or has more bytes.
    static func read(_ path: String, atMost most: ByteCount) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= most.bytes else {
            return nil
        }
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let part = Glibc.read(file, buffer.baseAddress.map { $0 + count }, size - count)
                guard part > 0 else { return }
                count += part
            }
        }
        return bytes.count == size ? bytes : nil
    }

    /// Writes a new file; where that fails, there is none.
    static func write(_ bytes: [UInt8], to path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        let isWritten = bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = Glibc.write(file, part.baseAddress, part.count)
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
        if !isWritten { unlink(path) }
        return isWritten
    }
}
