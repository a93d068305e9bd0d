import Accounts
import Chat
import Logging

/// Sends the messages that people have scheduled, when their moments come.
///
/// Each is sent by the key of its form, so it is one message though several gateways try it, or one stops in the middle.
struct ScheduledSending: Sendable {
    /// How often is looked for messages that are due.
    static let beat = Duration.seconds(5)
    /// How many are begun at once.
    static let maximumAtOnce = 20
    /// How long they may take, after which they are due again: longer than `maximumAtOnce` of them in one conversation.
    static let lease = Duration.seconds(300)
    /// When the next attempt follows one that failed.
    static let pause = Duration.seconds(30)

    let accounts: AccountRegister
    let composing: Composing
    let notifier: SessionNotifier
    let clock: Clock
    let log: Logger

    /// Sends until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.beat)
            if Task.isCancelled { return }
            await sendDue()
        }
    }

    /// Sends what is due now. Messages of one conversation are sent in their order.
    /// - Parameter id: that of the only one to send; `nil` for all.
    func sendDue(only id: FormKey? = nil) async {
        do {
            let due = try await accounts.beginScheduled(limit: Self.maximumAtOnce, lease: Self.lease, only: id)
            await withDiscardingTaskGroup { group in
                for messages in Dictionary(grouping: due, by: \.conversation).values {
                    group.addTask { for message in messages { await self.send(message) } }
                }
            }
        } catch {
            log.error("scheduled messages can't be read", ["why": .text("\(error)")])
        }
    }

    private func send(_ message: ScheduledMessage) async {
        do {
            let (state, reason) = await attempt(message)
            guard let state else { return try await accounts.finish(message) }
            log.info("a scheduled message was not sent", ["state": .text(state.rawValue), "why": .text(reason)])
            let next = state.isOver ? nil : clock.now().adding(Self.pause)
            try await accounts.set(state, of: message, next: next)
            if state.isOver { try await notifier.tell(message.author, .messageNotSent) }
        } catch {
            // It is due again after `lease`.
            log.error("what became of a scheduled message was not kept", ["why": .text("\(error)")])
        }
    }

    /// - Returns: no state for a message that was sent.
    private func attempt(_ message: ScheduledMessage) async -> (state: ScheduledMessage.State?, reason: String) {
        guard clock.now() <= message.due.adding(ScheduledMessage.lateness) else { return (.late, "too late") }
        do {
            guard try await accounts.account(of: message.author).disabledAt == nil else {
                return (.refused, "the account is disabled")
            }
            _ = try await composing.send(message.message, key: message.id, in: nil, from: nil)
            return (nil, "")
        } catch let error as ChatError {
            return (Self.state(after: error), error.description)
        } catch {
            return (.postponed, "\(error)")
        }
    }

    private static func state(after error: ChatError) -> ScheduledMessage.State {
        switch error.reason {
        case .notFound, .notParticipant, .noLongerParticipant, .forbidden, .banned, .invalid, .limitReached, .lastAdmin,
            .aliasTaken, .fileTooLarge, .fileRefused, .quotaExceeded:
            .refused
        // Whether it was sent can't be found out any more.
        case .undecided: .late
        // Somebody who signs in again soon has a session with the backend again.
        case .unauthenticated: .postponed
        case .unavailable, .serverFault, .overloaded, .diskFull, .notWritable, .timedOut, .unexpectedAnswer, .cancelled:
            .postponed
        }
    }
}
