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
    ) throws(Incoming.Fault) {
        let continues = current.map { offset > 0 || $0.bytes == 0 && $0.field == field && $0.name == name } ?? false
        if !continues {
            try endFile()
            current = ArrivingFile(field: field, name: name)
        }
        guard let current, !part.isEmpty else { return }
        guard files.count < limits.files, current.bytes + part.count <= limits.file.bytes else { throw .bodyTooLarge }
        bytes += part.count
        try reservation.grow(to: bytes)
        try current.write(part, in: folder)
    }

    /// The files, when all of them have arrived.
    func finish() throws(Incoming.Fault) -> [ReceivedFile] {
        try endFile()
        return files
    }

    private func endFile() throws(Incoming.Fault) {
        guard let file = current else { return }
        current = nil
        // What browsers send for a field in which no file was chosen.
        if file.name.isEmpty, file.bytes == 0 { return }
        guard files.count < limits.files else { throw .bodyTooLarge }
        files.append(try file.finish(in: folder, reservation))
    }
}

/// A file that is arriving. Its temporary file is deleted if it does not arrive completely.
private final class ArrivingFile {
    let field: String
    let name: String
    private(set) var bytes = 0
    private var path: String?
    private var descriptor: Int32 = -1
    private let digest = SHA256Digest()

    init(field: String, name: String) {
        self.field = field
        self.name = name
    }

    deinit {
        close()
        if let path { UploadFolder.delete(path) }
    }

    func write(_ part: UnsafeRawBufferPointer, in folder: UploadFolder) throws(Incoming.Fault) {
        try open(in: folder)
        var rest = part
        while !rest.isEmpty {
            let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw .noSpace }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        }
        digest.update(part)
        bytes += part.count
    }

    func finish(in folder: UploadFolder, _ reservation: UploadReservation) throws(Incoming.Fault) -> ReceivedFile {
        let path = try open(in: folder)
        close()
        self.path = nil
        return ReceivedFile(field: field, name: name, bytes: bytes, path: path, hash: digest.finish()) {
            UploadFolder.delete(path) { withExtendedLifetime(reservation) {} }
        }
    }

    @discardableResult private func open(in folder: UploadFolder) throws(Incoming.Fault) -> String {
        if let path { return path }
        let path = folder.newPath()
        descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .noSpace }
        self.path = path
        return path
    }

    private func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }
}
