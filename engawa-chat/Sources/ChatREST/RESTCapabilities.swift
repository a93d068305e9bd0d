import Bytes
public import Chat
import Concurrency
import HTTP

/// What not every backend can do: what it says in `GET /capabilities`, as it was asked last.
public final class RESTCapabilities: Sendable {
    /// What a backend can do.
    public struct Answer: Sendable {
        /// What files it takes; `nil` for one that takes none.
        public let files: FileLimits?
        /// Whether messages can be edited.
        public let hasEditing: Bool
        /// Whether messages can be pinned.
        public let hasPins: Bool
        /// Whether groups can be administered.
        public let hasGroups: Bool
        /// Whether people can be invited to groups.
        public let hasInvites: Bool
    }

    private let client: BackendClient
    private let files: KnownFiles?
    private let known = Lock((editing: false, pins: false, groups: false, invites: false))

    init(client: BackendClient, files: KnownFiles?) {
        self.client = client
        self.files = files
    }

    /// Whether the backend has files, and they can be kept here.
    public var hasFiles: Bool { files?.isThere ?? false }

    /// Whether messages can be edited.
    public var hasEditing: Bool { known.withLock { $0.editing } }

    /// Whether messages can be pinned.
    public var hasPins: Bool { known.withLock { $0.pins } }

    /// Whether groups can be administered.
    public var hasGroups: Bool { known.withLock { $0.groups } }

    /// Whether people can be invited to groups.
    public var hasInvites: Bool { known.withLock { $0.invites } }

    /// Asks the backend, and remembers what it says. Call it at the start, and now and then: nothing is known before.
    public func refresh() async throws(ChatError) {
        var answer = Answer(files: nil, hasEditing: false, hasPins: false, hasGroups: false, hasInvites: false)
        do throws(ChatError) { answer = try await ask() } catch {
            // Backends that know nothing of capabilities have no such route.
            switch error.reason {
            case .notFound, .unexpectedAnswer: break
            default: throw error
            }
        }
        files?.learn(answer.files)
        known.withLock { $0 = (answer.hasEditing, answer.hasPins, answer.hasGroups, answer.hasInvites) }
    }

    /// - Throws: `.notFound` for a backend that knows nothing of capabilities.
    public func ask() async throws(ChatError) -> Answer {
        let call = Call(.get, ["capabilities"], success: .ok).refused(by: .notFound)
        return try await client.value(of: call) { json in
            guard json.object != nil else { return nil }
            return Answer(
                files: Self.files(json["files"]), hasEditing: json["editing"]?.object != nil,
                hasPins: json["pins"]?.object != nil, hasGroups: json["groups"]?.object != nil,
                hasInvites: json["invites"]?.object != nil)
        }
    }

    private static func files(_ json: JSON?) -> FileLimits? {
        guard let bytes = json?["maximumBytes"]?.number.flatMap({ Int64(exactly: $0) }), bytes > 0 else { return nil }
        return FileLimits(bytesOfFile: bytes)
    }
}
