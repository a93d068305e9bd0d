import Chat
import ChatREST
import Logging

/// Learns what a remote backend can do: at the start, and again and again, as it may be replaced by another version.
struct CapabilityWatch {
    /// The time from one question to the next.
    static let interval = Duration.seconds(300)
    /// The same where the backend did not answer.
    static let retryInterval = Duration.seconds(5)

    let capabilities: RESTCapabilities
    let log: Logger

    /// Asks until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            var pause = Self.interval
            do {
                let before = (capabilities.hasFiles, capabilities.hasEditing)
                try await capabilities.refresh()
                if capabilities.hasFiles != before.0 {
                    log.info(capabilities.hasFiles ? "the backend takes files" : "the backend takes no files any more")
                }
                if capabilities.hasEditing != before.1 {
                    log.info(
                        capabilities.hasEditing
                            ? "messages can be edited at the backend"
                            : "messages can't be edited at the backend any more")
                }
            } catch {
                // That it does not answer is reported elsewhere.
                pause = Self.retryInterval
            }
            // Ends early when the task is cancelled, as the loop then does.
            try? await Task.sleep(for: pause)
        }
    }
}
