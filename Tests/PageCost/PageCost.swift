import FoundationEssentials
import Glibc

/// `page-cost [WORKLOAD [COUNT]]`: what pages cost in processor time, from the backend's bytes to the browser's.
///
/// Without arguments it measures everything and prints a table. With a workload it does that one, for callgrind.
@main
enum PageCost {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "page-cost-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let workload = try await Workload(assets: "Public", folder: folder)
        let arguments = CommandLine.arguments.dropFirst()
        guard let name = arguments.first else {
            print("workload        µs of processor time      bytes or values")
            for name in Workload.names {
                let (cost, size) = try await cost(of: name, in: workload)
                print("\(padded(name, 16))\(padded(String((cost * 10).rounded() / 10), 26))\(size)")
            }
            return
        }
        for _ in 0..<(arguments.dropFirst().first.flatMap { Int($0) } ?? 1) { _ = try await workload.run(name) }
    }

    /// The least of several series: whatever else runs on the machine can only add.
    private static func cost(of name: String, in workload: Workload) async throws -> (Double, Int) {
        var best = Double.infinity
        var size = 0
        let count = 100
        for _ in 0..<12 {
            let start = processorTime()
            for _ in 0..<count { size = try await workload.run(name) }
            best = min(best, (processorTime() - start) / Double(count))
        }
        return (best, size)
    }

    /// This process's, in microseconds.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
