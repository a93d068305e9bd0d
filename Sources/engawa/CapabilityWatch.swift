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

    /// What the backend can do, as `GET /capabilities` calls it.
    private var names: [String] {
        (capabilities.hasFiles ? ["files"] : [])
            + RESTCapabilities.Capability.allCases.filter(capabilities.has).map(\.rawValue)
    }

    /// Asks until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            var pause = Self.interval
            do {
                let before = names
                try await capabilities.refresh()
                if names != before {
                    log.info("the backend can do other things", ["what": .text(names.joined(separator: ", "))])
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
