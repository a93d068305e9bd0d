public import ChatRecords
public import Files
internal import SQLite

extension FileCheck {
    /// Compares the rows of a chat with the contents in a folder, without changing anything. A chat of a version that knew
    /// no files has none.
    ///
    /// - Parameter path: the chat's database, which a site may use meanwhile.
    /// - Throws: `SQLiteError`.
    public init(ofDatabase path: String, in folder: ContentFolder) throws {
        try self.init(ofDatabase: path, in: folder) {}
    }

    /// The same with the contents in a store that is reached over the network.
    ///
    /// - Throws: `SQLiteError`, `NotStored`, `StoreOutage`.
    public init(ofDatabase path: String, in contents: any ContentStore) async throws {
        // Each time what is stored then.
        func read<Value>(_ body: (inout Connection) throws -> Value) throws -> Value? {
            var connection = try Connection(.file(path), access: .reading)
            return try Self.hasFiles(&connection) ? body(&connection) : nil
        }
        try await self.init(
            forEachContent: { body in
                try await StoredContent.forEach(body) { hash in
                    try read { try $0.contents(after: hash) } ?? []
                }
            },
            unknown: { hashes in try read { connection in try connection.unknown(hashes) } ?? hashes },
            list: contents.contents, size: contents.size)
    }

    /// - Parameter meanwhile: called when the rows were read, and no content was looked at.
    init(ofDatabase path: String, in folder: ContentFolder, meanwhile: () throws -> Void) throws {
        self.init()
        let rows = try Self.contents(ofDatabase: path)
        try meanwhile()
        // Reads what is stored then, at each query.
        var connection = try Connection(.file(path), access: .reading)
        let hasFiles = try Self.hasFiles(&connection)
        for content in rows {
            let found = folder.size(of: content.hash)
            // Its last row may have been deleted meanwhile, and then it.
            guard try found == content.bytes || connection.isReferredTo(content.hash) else { continue }
            add(content.hash, content.name, bytes: content.bytes, found: found)
        }
        for byte in UInt8.min...UInt8.max {
            for hash in folder.contents(beginningWith: byte) {
                guard try !hasFiles || !connection.isReferredTo(hash) else { continue }
                unreferenced.append(hash.description)
            }
        }
    }

    /// The contents to which the rows of a chat's database refer, each once.
    public static func hashes(ofDatabase path: String) throws -> [ContentHash] {
        try contents(ofDatabase: path).map(\.hash)
    }

    private static func contents(ofDatabase path: String) throws -> [StoredContent] {
        var connection = try Connection(.file(path), access: .reading)
        return try hasFiles(&connection) ? connection.contents(after: nil, limit: .max) : []
    }

    private static func hasFiles(_ connection: inout Connection) throws -> Bool {
        try connection.row("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'files'") { _ in true } ?? false
    }
}

/// A content to which rows refer, with the name of a file that has it.
struct StoredContent: Sendable {
    let hash: ContentHash
    let name: String
    let bytes: Int64

    /// Hands contents to `body`, in the order of their hashes.
    ///
    /// - Parameter next: the first of those behind a hash; none at the end.
    static func forEach(
        _ body: (_ hash: ContentHash, _ name: String, _ bytes: Int64) async throws -> Void,
        next: (_ after: ContentHash?) async throws -> [StoredContent]
    ) async throws {
        var contents = try await next(nil)
        while let last = contents.last?.hash {
            for content in contents { try await body(content.hash, content.name, content.bytes) }
            contents = try await next(last)
        }
    }
}

extension ChatStore {
    /// Hands each content to which rows refer to `body`, with the name of a file that has it, and its size.
    func forEachContent(
        _ body: (_ hash: ContentHash, _ name: String, _ bytes: Int64) async throws -> Void
    ) async throws {
        try await StoredContent.forEach(body) { hash in
            try await longRead(during: "check") { connection in try connection.contents(after: hash) }
        }
    }

    /// Those of some contents to which no row refers.
    func unknown(_ contents: [ContentHash]) async throws -> [ContentHash] {
        try await longRead(during: "check") { connection in try connection.unknown(contents) }
    }
}

extension Connection {
    /// Some contents to which rows refer, the first of those whose hashes are greater.
    fileprivate mutating func contents(
        after hash: ContentHash?, limit: Int = FileCheck.contentsAtOnce
    ) throws -> [StoredContent] {
        try rows(
            "SELECT hash, min(name), bytes FROM files WHERE hash > ? GROUP BY hash ORDER BY hash LIMIT ?",
            hash?.bytes ?? [], limit
        ) { StoredContent(hash: try $0.contentHash(0), name: $0.text(1), bytes: $0.integer(2)) }
    }

    /// Those of some contents to which no row refers.
    fileprivate mutating func unknown(_ contents: [ContentHash]) throws -> [ContentHash] {
        try contents.filter { try !isReferredTo($0) }
    }
}
