import Chat
import ChatRecords
import ChatStore
import Files
import Foundation
import Live
import RepositoryBehaviour
import Testing

/// The files of messages that are read through the cache.
struct CachedFilesTests {
    /// Sends as the site does.
    private struct Sender: MessageSender {
        let store: ChatStore
        let live: Live

        func send(_ message: NewMessage, key: FormKey) async throws(ChatError) -> SendOutcome {
            // Cached before, so that what is posted is added to it.
            _ = try await live.repositories.messages.messages(
                in: message.conversation, as: message.sender, before: nil, limit: 50)
            let outcome = try await store.send(message, key: key)
            if case .sent(let message) = outcome { live.post(message) }
            return outcome
        }
    }

    // The people of the store are managed beside the cache.
    @Test(
        "a message keeps its files in the cache by each policy",
        arguments: FileBehaviour.all.filter { !$0.managesPeople },
        [CachePolicy.authoritative, .askWhenOlder, .alwaysAsk])
    func behaves(_ behaviour: FileBehaviour, _ policy: CachePolicy) async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "engawa-live-\(UUID())").path
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        let folder = try ContentFolder(root + "/files")
        let clock = ManualClock()
        let store = try ChatStore(
            .file(path: root + "/chat.sqlite"), files: ChatStore.FileKeeping(folder, limits: FileBehaviour.limits),
            clock: clock.clock)
        let live = Live(store.repositories, policy: policy, clock: clock.clock, publisher: Silence())
        let files = try #require(store.files)
        try await behaviour.verify(live.repositories, Sender(store: store, live: live), files, clock) { name, content in
            try .arrived(in: folder.incoming, name, content)
        }
    }
}
