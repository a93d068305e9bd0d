import ChatStore
import Live
import Logging

/// Notices within a second what other processes change in the chat, such as the operator's commands, and shows it.
struct ForeignChanges {
    /// The interval between two looks.
    static let interval = Duration.seconds(1)

    let chat: ChatStore
    let live: Live
    let log: Logger

    /// Looks until the task is cancelled.
    func watch() async {
        var last: Int64?
        while !Task.isCancelled {
            do {
                let version = try chat.foreignVersion()
                if let last, last != version { await live.rereadEverything() }
                last = version
            } catch {
                log.error("changes of the chat can't be watched", ["why": .text("\(error)")])
            }
            // Ends early when the task is cancelled, as the loop then does.
            try? await Task.sleep(for: Self.interval)
        }
    }
}
