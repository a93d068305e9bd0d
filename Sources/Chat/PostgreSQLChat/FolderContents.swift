internal import Chat
internal import ChatRecords
internal import Concurrency
internal import Files
internal import PostgreSQL

/// Contents in a folder that all processes have. It may hang: what waits for it has threads of its own.
struct FolderContents: SharedContents {
    let store: PostgreSQLChatStore
    let folder: ContentFolder

    var kind: ForeignFiles.Kind { .folder }

    func path(of hash: ContentHash) -> String { folder.path(of: hash) }

    /// Asks the file system how much is free.
    func hasRoom() async throws(ChatError) -> Bool {
        try await store.inFolder(FolderWork.copying, during: "checkRoom") { [folder] in folder.hasRoom() }
    }

    func bring(_ new: NewFile, as hash: ContentHash) async throws(ChatError) -> any ArrivedContent {
        let brought = try await store.inFolder(FolderWork.copying, during: "add") { [folder] in
            try folder.bring(new.path, as: hash)
        }
        return ArrivedInFolder(store: store, folder: folder, content: brought)
    }

    func release(_ hash: ContentHash) async throws(ChatError) { try await store.release(hash, in: folder) }

    /// It lies there already.
    func fetch(_ hash: ContentHash, bytes: Int64) async throws(ChatError) {}

    /// Those that begin with the same byte at once.
    func list(after hash: ContentHash?) async throws(ChatError) -> [ListedContent] {
        for byte in (hash?.bytes[0] ?? .min)...UInt8.max {
            let listed = try await store.inFolder(FolderWork.copying, during: "list") { [folder] in
                let contents = folder.contents(beginningWith: byte).filter { content in
                    hash.map { $0 < content } ?? true
                }
                return contents.sorted().compactMap { content in
                    folder.size(of: content).map { ListedContent(hash: content, bytes: $0) }
                }
            }
            if !listed.isEmpty { return listed }
        }
        return []
    }

    func clearIncoming() async throws(ChatError) {
        let now = Clock.system.now().milliseconds / 1_000
        try await store.inFolder(FolderWork.copying, during: "sweep") { [folder] in folder.clearIncoming(at: now) }
    }

    func checkWritable() async throws(ChatError) {
        try await store.inFolder(FolderWork.copying, during: "claim") { [folder] in try folder.checkWritable() }
    }

    func identity() async throws(ChatError) -> String? {
        try await store.inFolder(FolderWork.naming, during: "claim") { [folder] in folder.identity }
    }

    func identify(as name: String) async throws(ChatError) {
        try await store.inFolder(FolderWork.naming, during: "claim") { [folder] in try folder.identify(as: name) }
    }
}

private struct ArrivedInFolder: ArrivedContent {
    let store: PostgreSQLChatStore
    let folder: ContentFolder
    let content: BroughtContent

    func settle(in transaction: Transaction) async throws -> Bool {
        try await store.inFolder(FolderWork.naming, during: "add") { [folder, content] in try folder.settle(content) }
        return true
    }

    /// Where it fails, a sweep deletes it.
    func end(isKept: Bool) async {
        try? await store.inFolder(FolderWork.copying, during: "add") { [folder, content] in folder.delete(content) }
    }
}
