import Chat
import ChatRecords
import Logging

/// Deletes files that were not sent, and contents that no message has.
struct FileSweep {
    /// The time from one sweep to the next: a file that was not sent stays longer by so much.
    static let interval = Duration.seconds(600)

    let files: any SweptFiles
    let log: Logger

    /// Sweeps until the task is cancelled; first all that a crash has left.
    func run() async {
        await sweep { try await files.sweepAll() }
        while !Task.isCancelled {
            // Ends early when the task is cancelled, as the loop then does.
            try? await Task.sleep(for: Self.interval)
            guard !Task.isCancelled else { return }
            await sweep { try await files.sweep() }
        }
    }

    private func sweep(_ body: () async throws -> Void) async {
        do { try await body() } catch {
            guard !Task.isCancelled else { return }
            log.error("files that are not needed any more were not deleted", ["why": .text("\(error)")])
        }
    }
}
