public import HTTP

/// Where the files of forms are written while they arrive, and for whose requests.
///
/// Without one, the files of a form are left out.
public struct UploadConfiguration: Sendable {
    /// The folder of the temporary files. It belongs to this process: what an earlier one has left there is deleted at
    /// the start.
    public var folder: String
    /// The most bytes of all requests whose files are under way, or not yet taken; over it those of a request are refused
    /// (`UploadRefusal.busy`).
    public var bytesUnderWay = ByteCount.mebibytes(10_240)
    /// The most requests whose files are under way, or not yet taken; over it those of a request are refused.
    public var requestsUnderWay = 256
    /// How much of the disk stays free; files that would need it are refused (`UploadRefusal.noSpace`).
    public var freeDisk = ByteCount.mebibytes(1_024)
    /// Says what a request may bring, before its body is read; `nil` for no files, and no more than any other request.
    ///
    /// It is asked about `POST` requests with `multipart/form-data` only. The request has no body. As a handler, it
    /// begins on the connection's loop and may wait.
    public let admission: @Sendable (Request) async -> UploadLimits?

    public init(folder: String, admission: @escaping @Sendable (Request) async -> UploadLimits?) {
        self.folder = folder
        self.admission = admission
    }
}

/// What the form of one request may bring. Of more, no file is taken (`UploadRefusal`).
public struct UploadLimits: Sendable, Hashable {
    /// The most bytes of one file.
    public var file: ByteCount
    /// The most files.
    public var files: Int

    public init(file: ByteCount, files: Int) {
        self.file = file
        self.files = files
    }
}
