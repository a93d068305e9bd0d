import Cryptography
import Glibc
import HTTPClient

/// SHA-256 of a part of a file, which waits for the disk: to be used in a `BlockingPool`.
enum FilePartHash {
    /// How many bytes are read at once.
    private static let bytesAtOnce = 1 << 18

    /// - Throws: `.file` where the file can't be read, or is shorter.
    static func sha256(of part: FileTransfer.Part) throws(S3Error) -> [UInt8] {
        let file = open(part.path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(part.path) }
        defer { close(file) }
        let digest = SHA256Digest()
        var buffer = [UInt8](repeating: 0, count: bytesAtOnce)
        var done: Int64 = 0
        while done < part.count {
            let count = pread(
                file, &buffer, Int(min(Int64(bytesAtOnce), part.count - done)), off_t(part.offset + done))
            guard count >= 0 else { throw failure(part.path) }
            guard count > 0 else { throw .file("\(part.path): it is shorter") }
            buffer.withUnsafeBytes { digest.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            done += Int64(count)
        }
        return digest.finish()
    }

    private static func failure(_ path: String) -> S3Error { .file("\(path): \(String(cString: strerror(errno)))") }
}
