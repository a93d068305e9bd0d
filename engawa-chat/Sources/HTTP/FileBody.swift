/// A file, or one part of it, that is sent as the body of a response.
public struct FileBody: Sendable, Hashable {
    public let path: String
    /// The size of the whole file in bytes. A server sends nothing if the file has another size by then.
    public let size: Int
    /// The bytes that are sent.
    public let range: Range<Int>

    public init(path: String, size: Int) { self.init(path: path, size: size, range: 0..<size) }

    public init(path: String, size: Int, range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= size, "a range beyond the end of a file")
        self.path = path
        self.size = size
        self.range = range
    }
}
