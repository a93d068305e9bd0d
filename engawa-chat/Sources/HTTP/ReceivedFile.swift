import Concurrency

/// Why a server has not taken the files of a form.
public enum UploadRefusal: Error, Hashable, Sendable, CaseIterable {
    /// One of them has more bytes than it may have.
    case tooLarge
    /// There are more of them than there may be.
    case tooMany
    /// Too many others are under way.
    case busy
    /// The disk is full, or nearly.
    case noSpace
}

/// A file of a multipart form that a server has received: its content lies on the disk, in a temporary file.
///
/// The temporary file is deleted when nobody holds this any more, unless somebody took it.
public final class ReceivedFile: Sendable {
    /// The name of the form's field; several files may have the same.
    public let field: String
    /// The name that the client gave it, as it was sent: it may hold anything.
    public let name: String
    /// The size in bytes.
    public let bytes: Int
    /// Where the content lies.
    public let path: String
    /// SHA-256 of the content, 32 bytes.
    public let hash: [UInt8]

    private let isTaken = Lock(false)
    private let delete: @Sendable () -> Void

    /// - Parameter delete: deletes the temporary file; called once at most.
    public init(
        field: String, name: String, bytes: Int, path: String, hash: [UInt8], delete: @escaping @Sendable () -> Void
    ) {
        self.field = field
        self.name = name
        self.bytes = bytes
        self.path = path
        self.hash = hash
        self.delete = delete
    }

    deinit { if take() != nil { delete() } }

    /// Makes the file the caller's own, to be moved or deleted: it is not deleted here any more.
    ///
    /// - Returns: where it lies; `nil` where somebody has taken it already.
    public func take() -> String? {
        let isFirst = isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
        return isFirst ? path : nil
    }
}
