import Glibc
import HTTP

/// Why a file can't be sent.
enum FileFailure: Error {
    /// There is none.
    case missing
    /// It is not a file, has another size than was said, or can't be opened.
    case unusable

    var status: Status { self == .missing ? .notFound : .internalServerError }
}

/// The open file of a response's body, until libmicrohttpd takes it over.
final class OpenedFile {
    let body: FileBody
    private var descriptor: Int32

    /// How much the system reads ahead, so that the loop rarely waits for the disk.
    private static let readAhead = ByteCount.mebibytes(1)

    init(_ body: FileBody) throws(FileFailure) {
        let descriptor = open(body.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .unusable }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == body.size
        else {
            close(descriptor)
            throw .unusable
        }
        let ahead = min(body.range.count, Self.readAhead.bytes)
        posix_fadvise(descriptor, body.range.lowerBound, ahead, Int32(POSIX_FADV_WILLNEED))
        self.body = body
        self.descriptor = descriptor
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The descriptor, which is the caller's to close from now on.
    func release() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }
}
