import CCurl
import Glibc

/// A part of a file that is open while a request sends it or a response fills it.
///
/// Not `Sendable`: it stays on the loop's thread.
final class OpenFilePart {
    private let file: Int32
    private let part: FileTransfer.Part
    /// How many bytes of the part were read or written.
    private(set) var done: Int64 = 0

    /// Fails where the file can't be opened.
    init?(_ part: FileTransfer.Part, forWriting isWritten: Bool) {
        file = open(part.path, (isWritten ? O_WRONLY : O_RDONLY) | O_CLOEXEC)
        self.part = part
        guard file >= 0 else { return nil }
    }

    deinit { if file >= 0 { close(file) } }

    /// Reads what comes next.
    /// - Returns: how many bytes; 0 at the end of the part; `nil` where the file can't be read, or is shorter than the part.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let wanted = min(Int64(buffer.count), part.count - done)
        guard wanted > 0 else { return 0 }
        let count = pread(file, buffer.baseAddress, Int(wanted), off_t(part.offset + done))
        guard count > 0 else { return nil }
        done += Int64(count)
        return count
    }

    /// Writes what comes next; `false` where it does not fit, or can't be written.
    func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard Int64(bytes.count) <= part.count - done else { return false }
        var written = 0
        while written < bytes.count {
            let count = pwrite(
                file, bytes.baseAddress! + written, bytes.count - written, off_t(part.offset + done))
            guard count > 0 else { return false }
            written += count
            done += Int64(count)
        }
        return true
    }

    /// Begins again at a byte of the part: libcurl repeats a request over a new connection where a kept one was closed.
    func seek(to offset: Int64) -> Bool {
        guard (0...part.count).contains(offset) else { return false }
        done = offset
        return true
    }
}
