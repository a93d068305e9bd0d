public import Chat

/// Calls every operation of a chat's repositories, including ones that must fail, so that a recording documents a
/// backend's behaviour.
///
/// Creates three people, a group and a direct conversation, which remain.
public struct Tour: Sendable {
    /// One operation and its result.
    public struct Step: Sendable, Equatable {
        public let name: String
        /// `nil` for success.
        public let failure: ChatError.Reason?
    }

    /// Called before each step with its name.
    public typealias Announcement = @Sendable (_ name: String) -> Void

    let repositories: Repositories
    let announce: Announcement
    /// Makes the aliases unique: 1–20 of `a-z0-9`.
    let suffix: String
    var steps: [Step] = []

    /// - Parameters:
    ///   - suffix: ends the aliases of the registered people; 1–20 of `a-z0-9`, not used at the backend before.
    ///   - announce: for example `RecordingTransport.name`.
    public init(of repositories: Repositories, suffix: String, announce: @escaping Announcement) {
        self.repositories = repositories
        self.suffix = suffix
        self.announce = announce
    }

    /// Runs the tour and returns the results.
    ///
    /// - Throws: the error of a step that the following ones depend on.
    public static func run(
        _ repositories: Repositories,
        suffix: String = String(MessageID.random().description.prefix(8)),
        announce: @escaping Announcement = { _ in }
    ) async throws(ChatError) -> [Step] {
        var tour = Tour(of: repositories, suffix: suffix, announce: announce)
        try await tour.run()
        return tour.steps
    }

    mutating func run() async throws(ChatError) {
        let health = repositories.health
        await attempt("health") { try await health.check() }
        let people = try await exercisePeople()
        let group = try await exerciseConversations(people)
        let message = try await exerciseMessages(in: group, people)
        await exerciseReactions(to: message, in: group, people)
        await exerciseReadMarks(in: group, message, people)
        await exerciseBookmarks(of: message, people)
        await exerciseLeaving(group, message, people)
    }

    /// A step that must succeed, as others depend on it.
    mutating func require<Value>(_ name: String, _ operation: () async throws -> Value) async throws(ChatError) -> Value
    {
        announce(name)
        do {
            let value = try await operation()
            steps.append(Step(name: name, failure: nil))
            return value
        } catch {
            let failure = error as? ChatError ?? ChatError(.unexpectedAnswer("\(error)"), during: name)
            steps.append(Step(name: name, failure: failure.reason))
            throw failure
        }
    }

    /// A step that may fail or must fail.
    mutating func attempt(_ name: String, _ operation: () async throws -> some Any) async {
        _ = try? await require(name, operation)
    }
}
