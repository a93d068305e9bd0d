import Concurrency
import Glibc
import Logging
import Metrics
import SQLite

/// Looks at the data folder and at the process now and then, and logs what needs an operator: once when it begins, and
/// once when it is over.
struct DataWatch {
    /// What a look has found.
    struct Reading {
        /// The free bytes of the disk; `nil` where they can't be read.
        var freeBytes: UInt64?
        /// Open file descriptors, and how many there may be.
        var descriptors: (open: Double, maximum: Double)?
        /// The files of databases that are other ones than at first, or gone.
        var changedFiles: [String] = []
    }

    private enum Trouble { case disk, descriptors, files }

    /// The interval between two looks.
    static let interval = Duration.seconds(10)
    /// With fewer free bytes, the disk runs low.
    static let lowDiskBytes: UInt64 = 256 << 20
    /// With a greater share of descriptors in use, they run low.
    static let highDescriptorShare = 0.9

    private let log: Logger
    private var troubles: Set<Trouble> = []

    init(log: Logger) { self.log = log }

    /// Looks until the task is cancelled, on a thread of the blocking pool: a disk may hang.
    static func run(_ folder: DataFolder, log: Logger) async {
        var watch = DataWatch(log: log)
        let files = DataDatabase.allCases.map { folder.path(of: $0.file) }
        let identities = Dictionary(
            files.compactMap { path in FileIdentity(path).map { (path, $0) } }, uniquingKeysWith: { first, _ in first })
        while !Task.isCancelled {
            // A full pool or the cancellation at the end: the next look tells more.
            if let reading = try? await BlockingPool.shared.run({ Reading(folder, identities) }) { watch.take(reading) }
            // Ends early when the task is cancelled, as the loop then does.
            try? await Task.sleep(for: interval)
        }
    }

    /// Logs what is new since the reading before.
    mutating func take(_ reading: Reading) {
        if let free = reading.freeBytes, changes(.disk, to: free < Self.lowDiskBytes) {
            tell(.disk, "little room is left on the disk", "there is room on the disk again", "\(free >> 20) MiB free")
        }
        if let (open, maximum) = reading.descriptors,
            changes(.descriptors, to: open > maximum * Self.highDescriptorShare)
        {
            tell(
                .descriptors, "few file descriptors are left", "there are file descriptors again",
                "\(Int(open)) of \(Int(maximum))")
        }
        if changes(.files, to: !reading.changedFiles.isEmpty) {
            tell(
                .files, "files of the data folder were deleted or replaced: changes are refused",
                "the files of the data folder are back", reading.changedFiles.joined(separator: ", "))
        }
    }

    private mutating func changes(_ trouble: Trouble, to isThere: Bool) -> Bool {
        isThere ? troubles.insert(trouble).inserted : troubles.remove(trouble) != nil
    }

    private func tell(_ trouble: Trouble, _ begin: String, _ end: String, _ details: String) {
        let isThere = troubles.contains(trouble)
        log.log(isThere ? .error : .info, isThere ? begin : end, ["why": .text(details)])
    }
}

extension DataWatch.Reading {
    init(_ folder: DataFolder, _ identities: [String: FileIdentity]) {
        var status = statvfs()
        freeBytes = statvfs(folder.path, &status) == 0 ? UInt64(status.f_bavail) * UInt64(status.f_frsize) : nil
        // Counting takes a descriptor: where it fails, none is left.
        descriptors = ProcessMetrics.maximumDescriptors().map { (ProcessMetrics.openDescriptors() ?? $0, $0) }
        changedFiles = identities.filter { FileIdentity($0.key) != $0.value }.map(\.key).sorted()
    }
}
