internal import Chat
internal import Files
internal import SQLite

/// Contents in a folder on this machine's disk.
///
/// They are taken away only within a write of the database that has seen that no row refers to them, and a row is written
/// only by one that has seen its content: so that neither can come between the other's look and act, in this process or
/// another.
struct FolderContents: KeptContents {
    let store: ChatStore
    let folder: ContentFolder

    var incoming: String { folder.incoming }

    func path(of hash: ContentHash) -> String { folder.path(of: hash) }

    func hasRoom() -> Bool { folder.hasRoom() }

    func keep(
        _ new: NewFile, as hash: ContentHash, brought: () async -> Void,
        storeRow: @escaping @Sendable (inout Connection) throws -> Attachment
    ) async throws(ChatError) -> Attachment {
        for _ in 0..<StoredFiles.placingAttempts {
            try await StoredFiles.inPool(during: "add") { [folder] in try folder.place(new.path, as: hash) }
            await brought()
            do {
                let kept: Attachment? = try await store.write(during: "add") { [folder] connection in
                    guard folder.size(of: hash) == new.bytes else { return nil }
                    return try storeRow(&connection)
                }
                if let kept { return kept }
            } catch {
                // Where this fails too, the next start finds the content.
                try? await store.release([hash])
                throw error
            }
        }
        throw ChatError(.overloaded, during: "add")
    }

    /// It lies there already.
    func fetch(_ hash: ContentHash, bytes: Int64) async throws(ChatError) {}

    func dropReleased() async throws(ChatError) {
        var count = StoredFiles.sweptAtOnce
        while count == StoredFiles.sweptAtOnce {
            let retired: [RetiredContent]
            (count, retired) = try await store.write(during: "release") { [folder] connection in
                let hashes = try connection.rows(
                    "SELECT hash FROM released_contents LIMIT ?", StoredFiles.sweptAtOnce
                ) { try $0.contentHash(0) }
                var retired: [RetiredContent] = []
                for hash in hashes {
                    // Nothing else can write now. If this write is not committed, it is only done again.
                    if try !connection.isReferredTo(hash), let content = try folder.retire(hash) {
                        retired.append(content)
                    }
                    try connection.run("DELETE FROM released_contents WHERE hash = ?", hash.bytes)
                }
                return (hashes.count, retired)
            }
            guard !retired.isEmpty else { continue }
            try await StoredFiles.inPool(during: "release") { [folder] in
                for content in retired { folder.delete(content) }
            }
        }
    }

    func dropReleasedIfPossible() async { try? await dropReleased() }

    /// Those that begin with the same byte at once.
    func forEachPart(_ body: ([ContentHash]) async throws(ChatError) -> Void) async throws(ChatError) {
        for byte in UInt8.min...UInt8.max {
            let contents = try await StoredFiles.inPool(during: "sweep") { [folder] in
                folder.contents(beginningWith: byte)
            }
            if !contents.isEmpty { try await body(contents) }
        }
    }

    func clearIncoming() async throws(ChatError) {}
}
