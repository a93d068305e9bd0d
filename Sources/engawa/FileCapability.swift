import Chat
import ChatREST
import Logging

/// Learns whether a remote backend has files: at the start, and again and again, as it may be replaced by another version.
struct FileCapability {
    /// The time from one question to the next.
    static let interval = Duration.seconds(300)
    /// The same where the backend did not answer.
    static let retryInterval = Duration.seconds(5)

    let files: RESTFiles
    let log: Logger

    /// Asks until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            var pause = Self.interval
            do {
                let before = files.isThere
                try await files.refresh()
                if files.isThere != before {
                    log.info(files.isThere ? "the backend takes files" : "the backend takes no files any more")
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
