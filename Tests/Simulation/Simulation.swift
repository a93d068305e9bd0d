import Chat
import ChatStore
import Glibc

/// Runs random histories of people, gateways and a backend, each from a seed, and says which of them broke a promise.
///
///     SWIFT_DETERMINISTIC_HASHING=1 simulation FIRST-LAST [--trace]
///
/// The same seed gives the same history wherever it runs.
@main struct Simulation {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        let seeds = arguments.first?.split(separator: "-").compactMap { UInt64($0) } ?? []
        guard let first = seeds.first, let last = seeds.last, first <= last else {
            print("usage: simulation FIRST-LAST [--trace]")
            exit(64)
        }
        guard getenv("SWIFT_DETERMINISTIC_HASHING") != nil,
            let others = try? ChatStore(.memory, clock: .system).repositories
        else {
            print("SWIFT_DETERMINISTIC_HASHING is not set: a history could not be repeated")
            exit(64)
        }
        JobQueue.install()
        var broken = 0
        for seed in first...last {
            let faults = History(seed: seed, others: others, traces: arguments.contains("--trace")).run()
            guard !faults.isEmpty else { continue }
            broken += 1
            print("seed \(seed): \(faults.prefix(3).joined(separator: "; "))")
        }
        print("\(last - first + 1) histories, \(broken) broken")
        exit(broken == 0 ? 0 : 1)
    }
}
