public import Chat

/// A walk through every operation of a chat's repositories, their refusals included, so that a recording of it shows
/// how a backend answers.
///
/// It leaves three people, a group and a direct conversation behind.
public struct Tour: Sendable {
    /// One operation, and how it ended.
    public struct Stop: Sendable, Equatable {
        public let name: String
        /// `nil` where it went well.
        public let failure: ChatError.Reason?
    }

    /// Called with the name of each stop before it.
    public typealias Announcement = @Sendable (_ name: String) -> Void

    let repositories: Repositories
    let announce: Announcement
    /// Makes the aliases new on every tour: 1–20 of `a-z0-9`.
    let suffix: String
    var stops: [Stop] = []

    /// - Parameters:
    ///   - suffix: ends the aliases of the people who register; 1–20 of `a-z0-9`, and new to the backend.
    ///   - announce: `RecordingTransport.name`, for example.
    public init(of repositories: Repositories, suffix: String, announce: @escaping Announcement) {
        self.repositories = repositories
        self.suffix = suffix
        self.announce = announce
    }

    /// Walks, and returns what was seen.
    ///
    /// - Throws: the error of a stop without which the rest makes no sense.
    public static func walk(
        _ repositories: Repositories,
        suffix: String = String(MessageID.random().description.prefix(8)),
        announce: @escaping Announcement = { _ in }
    ) async throws(ChatError) -> [Stop] {
        var tour = Tour(of: repositories, suffix: suffix, announce: announce)
        try await tour.walk()
        return tour.stops
    }

    mutating func walk() async throws(ChatError) {
        let health = repositories.health
        await pass("health") { try await health.check() }
        let people = try await visitPeople()
        let group = try await visitConversations(people)
        let message = try await visitMessages(in: group, people)
        await visitReactions(to: message, in: group, people)
        await visitReadMarks(in: group, message, people)
        await visitBookmarks(of: message, people)
        await visitLeaving(group, message, people)
    }

    /// A stop without which the rest makes no sense.
    mutating func reach<Value>(_ name: String, _ operation: () async throws -> Value) async throws(ChatError) -> Value {
        announce(name)
        do {
            let value = try await operation()
            stops.append(Stop(name: name, failure: nil))
            return value
        } catch {
            let failure = error as? ChatError ?? ChatError(.unexpectedAnswer("\(error)"), during: name)
            stops.append(Stop(name: name, failure: failure.reason))
            throw failure
        }
    }

    /// A stop that may fail, or must.
    mutating func pass(_ name: String, _ operation: () async throws -> some Any) async {
        _ = try? await reach(name, operation)
    }
}
