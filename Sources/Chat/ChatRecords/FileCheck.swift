public import Files

/// Whether the rows of a chat's files and their contents, in a folder or a store, belong together.
public struct FileCheck: Equatable, Sendable {
    /// How many contents are looked up at once.
    public static let contentsAtOnce = 100

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

    /// Compares rows with contents, some at a time; both may change meanwhile.
    ///
    /// - Parameters:
    ///   - forEachContent: hands each content to which rows refer to its argument, in the order of the hashes, with the name
    ///     of a file that has it, and its size.
    ///   - unknown: those of some contents to which no row refers.
    ///   - list: some contents, the first of those whose hashes are greater; none at the end.
    ///   - size: that of a content; `nil` where it is not there.
    public init(
        forEachContent: ((_ hash: ContentHash, _ name: String, _ bytes: Int64) async throws -> Void) async throws ->
            Void,
        unknown: @escaping ([ContentHash]) async throws -> [ContentHash],
        list: @escaping (_ after: ContentHash?) async throws -> [ListedContent],
        size: @escaping (_ of: ContentHash) async throws -> Int64?
    ) async throws {
        self.init()
        // The rows are in the same order as the list.
        var listed = try await list(nil)[...]
        try await forEachContent { hash, name, bytes in
            while let end = listed.last?.hash, end < hash { listed = try await list(end)[...] }
            listed = listed.drop { $0.hash < hash }
            var found = listed.first.flatMap { $0.hash == hash ? $0.bytes : nil }
            if found != bytes {
                // It may have come since, or its last row may have been deleted, and then it.
                found = try await size(hash)
                guard try await unknown([hash]).isEmpty else { return }
            }
            add(hash, name, bytes: bytes, found: found)
        }
        var rest = try await list(nil)[...]
        while let end = rest.last?.hash {
            while !rest.isEmpty {
                unreferenced += try await unknown(rest.prefix(Self.contentsAtOnce).map(\.hash)).map(\.description)
                rest = rest.dropFirst(Self.contentsAtOnce)
            }
            rest = try await list(end)[...]
        }
    }
}
