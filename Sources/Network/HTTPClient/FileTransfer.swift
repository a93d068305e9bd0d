/// Bodies of one request and its response that lie in files, of any size: they are never in memory as a whole.
///
/// The files are read and written on the loop's thread, so the client needs a loop of its own.
public struct FileTransfer: Sendable {
    /// A part of a file.
    public struct Part: Sendable, Hashable {
        public let path: String
        /// The first byte, counted from 0.
        public let offset: Int64
        public let count: Int64

        public init(_ path: String, offset: Int64, count: Int64) {
            precondition(offset >= 0 && count >= 0, "not a part of a file")
            self.path = path
            self.offset = offset
            self.count = count
        }
    }

    /// Sent as the body of the request.
    let source: Part?
    /// Where the body of a successful response is written, as far as it fits; the file has to be there. Any other body comes
    /// as usual.
    let target: Part?

    public static func sending(_ part: Part) -> FileTransfer { FileTransfer(source: part, target: nil) }

    public static func receiving(_ part: Part) -> FileTransfer { FileTransfer(source: nil, target: part) }
}
