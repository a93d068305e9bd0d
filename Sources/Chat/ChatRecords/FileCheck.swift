public import Files

/// Whether the rows of a chat's files and the contents in the folder belong together.
public struct FileCheck: Equatable, Sendable {
    /// How many different contents rows refer to.
    public var contents = 0
    /// What is wrong with contents to which rows refer: a sentence each, with the hash and the name of a file.
    public var damaged: [String] = []
    /// The hashes of contents to which no row refers: what a crash has left, or what is being uploaded now. The next
    /// start of the site deletes them.
    public var unreferenced: [String] = []

    public init(contents: Int = 0, damaged: [String] = [], unreferenced: [String] = []) {
        self.contents = contents
        self.damaged = damaged
        self.unreferenced = unreferenced
    }

    /// Counts a content to which a row refers.
    ///
    /// - Parameters:
    ///   - name: the name of a file that has it.
    ///   - bytes: its size as the row has it.
    ///   - found: its size in the folder; `nil` where it is missing.
    public mutating func add(_ hash: ContentHash, _ name: String, bytes: Int64, found: Int64?) {
        contents += 1
        switch found {
        case bytes: break
        case nil: damaged.append("\(hash) (\(name)) is missing")
        case let found?: damaged.append("\(hash) (\(name)) has \(found) bytes instead of \(bytes)")
        }
    }
}
