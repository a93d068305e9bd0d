import Bytes
public import Chat
import Concurrency
import HTTP

/// What not every backend can do: what it says in `GET /capabilities`, as it was asked last.
public final class RESTCapabilities: Sendable {
    /// Something that a backend may be able to do beside taking files, by its name in the answer.
    public enum Capability: String, CaseIterable, Sendable {
        /// Messages can be edited.
        case editing
        /// Messages can be pinned.
        case pins
        /// Groups can be administered.
        case groups
        /// People can be invited to groups.
        case invites
        /// Groups can be open to everybody.
        case openGroups
        /// Pictures of people and groups are kept.
        case pictures
        /// It is told how far others have read.
        case receipts
        /// Replies to a message can be in a conversation of their own.
        case threads
    }

    /// What a backend can do.
    public struct Answer: Sendable {
        /// What files it takes; `nil` for one that takes none.
        public let files: FileLimits?
        public let others: Set<Capability>
    }

    private let client: BackendClient
    private let files: KnownFiles?
    private let known = Lock<Set<Capability>>([])

    init(client: BackendClient, files: KnownFiles?) {
        self.client = client
        self.files = files
    }

    /// Whether the backend has files, and they can be kept here.
    public var hasFiles: Bool { files?.isThere ?? false }

    /// Whether the backend can do something.
    public func has(_ capability: Capability) -> Bool { known.withLock { $0.contains(capability) } }

    /// Asks the backend, and remembers what it says. Call it at the start, and now and then: nothing is known before.
    public func refresh() async throws(ChatError) {
        var answer = Answer(files: nil, others: [])
        do throws(ChatError) { answer = try await ask() } catch {
            // Backends that know nothing of capabilities have no such route.
            switch error.reason {
            case .notFound, .unexpectedAnswer: break
            default: throw error
            }
        }
        files?.learn(answer.files)
        known.withLock { $0 = answer.others }
    }

    /// - Throws: `.notFound` for a backend that knows nothing of capabilities.
    public func ask() async throws(ChatError) -> Answer {
        let call = Call(.get, ["capabilities"], success: .ok).refused(by: .notFound)
        return try await client.value(of: call) { json in
            guard json.object != nil else { return nil }
            return Answer(
                files: Self.files(json["files"]),
                others: Set(Capability.allCases.filter { json[$0.rawValue]?.object != nil }))
        }
    }

    private static func files(_ json: JSON?) -> FileLimits? {
        guard let bytes = json?["maximumBytes"]?.number.flatMap({ Int64(exactly: $0) }), bytes > 0 else { return nil }
        return FileLimits(bytesOfFile: bytes)
    }
}
