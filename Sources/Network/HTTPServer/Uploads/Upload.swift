import CLinux
import Concurrency
import Cryptography
import Glibc
import HTTP

/// The files of one request, written while they arrive.
///
/// Used on the connection's thread only.
final class Upload {
    let limits: UploadLimits
    private let folder: UploadFolder
    private let reservation: UploadReservation
    private var current: ArrivingFile?
    private var files: [ReceivedFile] = []
    /// The bytes of all files.
    private var bytes = 0

    init(_ limits: UploadLimits, in folder: UploadFolder, _ reservation: UploadReservation) {
        self.limits = limits
        self.folder = folder
        self.reservation = reservation
    }

    /// Takes a part of a file.
    ///
    /// - Parameter offset: where the part stands in its file. libmicrohttpd 0.9.75 may begin a file with an empty part
    ///   though more follows, so a second part at 0 with the same names belongs to the same file.
    func take(
        field: String, name: String, _ part: UnsafeRawBufferPointer, at offset: UInt64
    ) throws(UploadRefusal) {
        let continues = current.map { offset > 0 || $0.bytes == 0 && $0.field == field && $0.name == name } ?? false
        if !continues {
            try endFile()
            current = ArrivingFile(field: field, name: name)
        }
        guard let current, !part.isEmpty else { return }
        guard files.count < limits.files else { throw .tooMany }
        guard current.bytes + part.count <= limits.file.bytes else { throw .tooLarge }
        bytes += part.count
        try reservation.grow(to: bytes)
        try current.take(part, in: folder)
    }

    /// The files, when all of them have arrived.
    func finish() throws(UploadRefusal) -> [ReceivedFile] {
        try endFile()
        return files
    }

    private func endFile() throws(UploadRefusal) {
        guard let file = current else { return }
        current = nil
        // What browsers send for a field in which no file was chosen.
        if file.name.isEmpty, file.bytes == 0 { return }
        guard files.count < limits.files else { throw .tooMany }
        files.append(try file.finish(in: folder, reservation))
    }
}

/// A file that is arriving. Its temporary file is deleted if it does not arrive completely.
private final class ArrivingFile {
    let field: String
    let name: String
    private(set) var bytes = 0
    private var path: String?
    private var descriptor: FileDescriptor?
    /// What has arrived and is not written yet: parts are small, and lie across the pages of the file.
    private let gathered = UnsafeMutableRawBufferPointer.allocate(
        byteCount: writtenAtOnce, alignment: Int(getpagesize()))
    private var gatheredBytes = 0
    private var written = 0
    /// Up to where the disk has been asked to write.
    private var flushed = 0
    private let digest = SHA256Digest()

    /// So many bytes are on their way to the disk at once, while more arrive: who waits for the whole file to be on the
    /// disk in the end then waits for little of it.
    private static let flushedAtOnce = ByteCount.mebibytes(8).bytes

    /// So many bytes are written by one system call.
    private static let writtenAtOnce = ByteCount.kibibytes(128).bytes

    init(field: String, name: String) {
        self.field = field
        self.name = name
    }

    deinit {
        gathered.deallocate()
        if let path { UploadFolder.delete(path) }
    }

    func take(_ part: UnsafeRawBufferPointer, in folder: UploadFolder) throws(UploadRefusal) {
        bytes += part.count
        var rest = part
        while !rest.isEmpty {
            let taken = UnsafeRawBufferPointer(rebasing: rest.prefix(gathered.count - gatheredBytes))
            UnsafeMutableRawBufferPointer(rebasing: gathered[gatheredBytes...]).copyMemory(from: taken)
            gatheredBytes += taken.count
            if gatheredBytes == gathered.count { try write(in: folder) }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(taken.count))
        }
    }

    /// Writes what is gathered.
    private func write(in folder: UploadFolder) throws(UploadRefusal) {
        try open(in: folder)
        guard let descriptor else { throw .noSpace }
        let new = UnsafeRawBufferPointer(rebasing: gathered.prefix(gatheredBytes))
        digest.update(new)
        var rest = new
        while !rest.isEmpty {
            let count = Glibc.write(descriptor.number, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .noSpace }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
        gatheredBytes = 0
        written += new.count
        if written - flushed >= Self.flushedAtOnce {
            // Where all threads are at work, the disk begins later.
            _ = BlockingPool.shared.offer { [flushed, written] in descriptor.startWriting(from: flushed, to: written) }
            flushed = written
        }
    }

    func finish(in folder: UploadFolder, _ reservation: UploadReservation) throws(UploadRefusal) -> ReceivedFile {
        if gatheredBytes > 0 { try write(in: folder) }
        let path = try open(in: folder)
        descriptor = nil
        self.path = nil
        return ReceivedFile(field: field, name: name, bytes: bytes, path: path, hash: digest.finish()) {
            UploadFolder.delete(path) { withExtendedLifetime(reservation) {} }
        }
    }

    @discardableResult private func open(in folder: UploadFolder) throws(UploadRefusal) -> String {
        if let path { return path }
        let path = folder.newPath()
        let number = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw .noSpace }
        descriptor = FileDescriptor(number)
        self.path = path
        return path
    }
}

/// An open file, which is closed when nobody holds this.
private final class FileDescriptor: Sendable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// Lets the disk begin with what was written. Says nothing about when it is there, and may wait for the disk.
    func startWriting(from start: Int, to end: Int) {
        _ = engawa_start_writing(number, start, end - start)
    }
}
