public import Chat
public import Files

/// Where a store keeps the files of messages, and how much they may be.
public struct FileKeeping: Sendable {
    public enum Place: Sendable {
        case folder(ContentFolder)
        /// A store that is reached over the network, and where this process keeps what people look at.
        case store(any ContentStore, cache: FetchedContents)
    }

    public let place: Place
    public let limits: FileLimits

    public init(_ place: Place, limits: FileLimits) {
        self.place = place
        self.limits = limits
    }

    public init(_ folder: ContentFolder, limits: FileLimits) { self.init(.folder(folder), limits: limits) }
}

/// Files of messages whose store deletes what is not needed any more, when it is told to.
public protocol SweptFiles: FileRepository {
    /// Deletes the files that were uploaded and not sent for `FileLimits.unsentMemory`, and the contents to which no row
    /// refers any more since another process has deleted it. Call it now and then.
    func sweep() async throws(ChatError)
    /// The same, and deletes the contents that a crash has left before their rows were written. Reads the names of the
    /// whole folder: call it once, after the start.
    func sweepAll() async throws(ChatError)
}

extension FileLimits {
    /// - Throws: `.fileTooLarge` where one file may not have so many bytes.
    public func check(size bytes: Int64) throws(ChatError.Reason) {
        guard allowFiles, bytes <= bytesOfFile else { throw .fileTooLarge }
    }

    /// - Parameters:
    ///   - person: the bytes that the files of a person would have together.
    ///   - all: those of all.
    /// - Throws: `.quotaExceeded` where they may not be so many.
    public func check(person: Int64, all: Int64) throws(ChatError.Reason) {
        guard person <= bytesOfPerson else { throw .quotaExceeded(.person) }
        guard all <= bytesInAll else { throw .quotaExceeded(.all) }
    }
}

extension [Attachment] {
    /// What a search looks through: the text of their message, and their names, each after a line break, which is a space
    /// when it is folded.
    public func searchedText(beside text: String?) -> String {
        reduce(text ?? "") { $0 + Self.searchedText(of: $1.name.description) }
    }

    static func searchedText(of name: String) -> String { "\n" + name }
}

extension [SentFile] {
    /// The first `count` files, and the others of the last one's message; those of a message in their order.
    ///
    /// The files are given in the order against that in which they were sent, those of a message too.
    public func wholeMessages(atLeast count: Int) -> [SentFile] {
        let end = count < self.count ? self[count...].firstIndex { $0.message != self[count - 1].message } : nil
        var files: [SentFile] = []
        for file in self[..<(end ?? self.count)] {
            let start = files.lastIndex { $0.message != file.message }.map { $0 + 1 } ?? 0
            files.insert(file, at: start)
        }
        return files
    }
}
