public import Chat
public import ChatRecords
public import Files
internal import PostgreSQL

extension FileCheck {
    /// Compares the rows of a chat with the contents in a folder, without changing anything; sites may use both meanwhile.
    ///
    /// - Throws: `ChatError`.
    public init(of store: PostgreSQLChatStore, in folder: ContentFolder) async throws {
        let contents = FolderContents(store: store, folder: folder)
        try await self.init(of: store, list: contents.list) { hash in
            try await store.inFolder(FolderWork.copying, during: "check") { folder.size(of: hash) }
        }
    }

    /// The same with the contents in a store that is reached over the network.
    ///
    /// - Throws: `ChatError`, `NotStored`, `StoreOutage`.
    public init(of store: PostgreSQLChatStore, in contents: any ContentStore) async throws {
        try await self.init(of: store, list: contents.contents, size: contents.size)
    }

    private init(
        of store: PostgreSQLChatStore, list: @escaping (_ after: ContentHash?) async throws -> [ListedContent],
        size: @escaping (_ of: ContentHash) async throws -> Int64?
    ) async throws {
        try await self.init(forEachContent: store.forEachContent, unknown: store.unknown, list: list, size: size)
    }
}

extension PostgreSQLChatStore {
    /// How many different contents rows refer to.
    public func countOfContents() async throws(ChatError) -> Int {
        Int(try await run(Query("SELECT count(DISTINCT hash) FROM files")).first?.integer(0) ?? 0)
    }

    /// Hands each content to which rows refer to `body`, with the name of a file that has it, and its size.
    public func forEachContent(
        _ body: (_ hash: ContentHash, _ name: String, _ bytes: Int64) async throws -> Void
    ) async throws {
        var last: [UInt8] = []
        var count = Self.contentsAtOnce
        while count == Self.contentsAtOnce {
            let rows = try await run(
                Query(
                    """
                    SELECT hash, min(name), min(bytes) FROM files WHERE hash > $1 GROUP BY hash ORDER BY hash LIMIT $2
                    """, last, Self.contentsAtOnce), during: "check")
            for (hash, name, bytes) in try rows.map({ (try $0.contentHash(0), $0.text(1), $0.integer(2)) }) {
                try await body(hash, name, bytes)
                last = hash.bytes
            }
            count = rows.count
        }
    }

    /// Those of some contents to which no row refers.
    func unknown(_ contents: [ContentHash]) async throws(ChatError) -> [ContentHash] {
        let rows = try await run(
            Query(
                """
                SELECT hash FROM unnest($1::bytea[]) AS content (hash)
                WHERE NOT EXISTS (SELECT FROM files WHERE files.hash = content.hash)
                """, TextArray(contents.map { $0.bytes as [UInt8]? })), during: "check")
        return try decode(during: "check") { try rows.map { try $0.contentHash(0) } }
    }
}
