/// Why the chat could not do what was asked.
public struct ChatError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Error, Hashable, Sendable {
        /// There is no such user, conversation, message, participant, reaction or bookmark.
        case notFound
        /// The user takes no part in the conversation (or there is no such conversation: backends don't tell).
        case notParticipant
        /// The user took part once, and left or was removed.
        case noLongerParticipant
        /// The user takes part, and still may not.
        case forbidden
        /// An admin has removed the person from the group: only an admin lets them in again.
        case banned
        /// A group would have no admin any more. Nothing was changed.
        case lastAdmin
        /// The alias belongs to someone else.
        case aliasTaken
        /// What was asked breaks a rule, in the backend's words (never shown as they are).
        case invalid(String)
        /// The session with the backend is over.
        case unauthenticated
        /// The backend can't be reached.
        case unavailable(String)
        /// The backend says that it has a fault (5xx). It may have acted.
        case serverFault(String)
        /// Too much waits already. Nothing was begun: try again in a moment.
        case overloaded
        /// The disk is full. Nothing was changed.
        case diskFull
        /// A file is larger than one may be (`FileLimits.bytesOfFile`). Nothing was kept.
        case fileTooLarge
        /// A file would make more than there may be. Nothing was kept.
        case quotaExceeded(FileQuota)
        /// A file was looked at, or should have been, and is not taken. Nothing was kept.
        case fileRefused(FileRefusal)
        /// There is as much of something as there may be. Nothing was changed.
        case limitReached(MessageLimit)
        /// The files can't be written to, with details for the log. Nothing was changed.
        case notWritable(String)
        /// The backend did not answer in time. It may have acted.
        case timedOut
        /// The answer makes no sense. The backend may have acted.
        case unexpectedAnswer(String)
        /// Whether an earlier attempt to send was stored can't be found out: too much was written since. Nothing was sent
        /// now.
        case undecided
        /// The task that waited was cancelled.
        case cancelled
    }

    public let reason: Reason
    /// What was being done: the name of the repository's function.
    public let operation: String

    public init(_ reason: Reason, during operation: String) {
        self.reason = reason
        self.operation = operation
    }

    public var description: String { "\(operation): \(reason)" }
}

extension ChatError {
    /// Whether the backend did not answer, or not sensibly: what is known may be shown instead.
    public var isOutage: Bool {
        switch reason {
        case .unavailable, .serverFault, .overloaded, .diskFull, .notWritable, .timedOut, .unexpectedAnswer: true
        case .notFound, .notParticipant, .noLongerParticipant, .forbidden, .aliasTaken, .invalid, .unauthenticated,
            .fileTooLarge, .fileRefused, .quotaExceeded, .limitReached, .banned, .lastAdmin, .undecided, .cancelled:
            false
        }
    }
}
