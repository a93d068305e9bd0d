import Accounts
import Chat
import ChatRecords
import Concurrency
import Gateway
import Glibc
import Metrics
import Synchronization

/// How much the data folder holds, as metrics. Counting and looking at files takes time, so it is done in the pool for
/// blocking work once in `interval`; a scrape shows the newest figures, and how old they are.
final class DataMetrics: Sendable {
    /// The interval between two counts.
    static let interval = Duration.seconds(60)

    private struct FileLabels: MetricLabels {
        static let names = ["file"]

        let database: DataDatabase

        var values: [String] { [database.file] }
    }

    private struct Figures: Sendable {
        /// `nil` before a remote backend, which alone knows.
        var chat: ChatFigures?
        var sessions: Int?
        var disk: (free: Double, size: Double)?
        var databases: [(DataDatabase, Int)] = []
        var at: ContinuousClock.Instant
        var moment: Timestamp
    }

    private let folder: DataFolder
    private let chat: (any CountedChat)?
    private let sessions: Sessions
    private let clock: Clock
    private let now: @Sendable () -> ContinuousClock.Instant
    private let fileSizes: Family<FileLabels, Gauge>
    private let newest = Mutex<Figures?>(nil)

    /// - Parameter chat: the embedded backend; `nil` before a remote one.
    init(
        _ folder: DataFolder, chat: (any CountedChat)?, _ sessions: Sessions, in registry: MetricsRegistry,
        clock: Clock = .system, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.folder = folder
        self.chat = chat
        self.sessions = sessions
        self.clock = clock
        self.now = now
        fileSizes = registry.gauges(
            "engawa_database_size_bytes", "Size of a database with its write-ahead log.", by: FileLabels.self)
        if chat != nil {
            gauge("engawa_people", "People of the embedded backend.", registry) { $0.chat.map { Double($0.people) } }
            registry.counter(
                "engawa_messages_total",
                "Messages ever stored by the embedded backend, with deleted ones and notices of joining and leaving."
            ) { [weak self] in self?.figures?.chat.map { Double($0.messages) } }
            gauge("engawa_files", "Files of messages of the embedded backend.", registry) { figures in
                figures.chat.map { Double($0.files) }
            }
            gauge(
                "engawa_files_size_bytes", "Size of these files, an equal content counted each time it was sent.",
                registry
            ) { $0.chat.map { Double($0.bytesOfFiles) } }
        }
        gauge("engawa_sessions", "Sessions that have not ended.", registry) { $0.sessions.map { Double($0) } }
        gauge("engawa_disk_free_bytes", "Free space on the disk of the data folder.", registry) { $0.disk?.free }
        gauge("engawa_disk_size_bytes", "Size of the disk of the data folder.", registry) { $0.disk?.size }
        gauge("engawa_data_age_seconds", "Age of the figures of the data folder.", registry) { [now] figures in
            (now() - figures.at) / .seconds(1)
        }
    }

    private var figures: Figures? { newest.withLock { $0 } }

    /// A gauge of the newest figures, which does not keep this object.
    private func gauge(
        _ name: String, _ help: String, _ registry: MetricsRegistry,
        _ value: @escaping @Sendable (Figures) -> Double?
    ) {
        registry.gauge(name, help) { [weak self] in self?.figures.flatMap(value) }
    }

    /// Counts until the task is cancelled.
    func run() async { await repeating(every: Self.interval) { await refresh() } }

    /// Counts. What can't be counted now is left out, as the log of whatever needs it says why.
    func refresh() async {
        var figures = Figures(at: now(), moment: clock.now())
        figures.chat = try? await chat?.figures()
        figures.sessions = try? await sessions.count()
        let look = try? await BlockingPool.shared.run { [folder] in (Self.disk(folder), Self.sizes(folder)) }
        figures.disk = look?.0
        figures.databases = look?.1 ?? []
        for (database, size) in figures.databases { fileSizes[FileLabels(database: database)].set(size) }
        newest.withLock { [figures] in $0 = figures }
    }

    /// The newest figures for the page of charts; `nil` before the first count.
    var siteFigures: SiteFigures? {
        figures.map { figures in
            func counts(_ counts: [ChatFigures.Count]) -> [SiteFigures.Count] {
                counts.map { SiteFigures.Count(start: $0.start, count: $0.count) }
            }
            return SiteFigures(
                moment: figures.moment,
                chat: figures.chat.map {
                    SiteFigures.Chat(
                        people: $0.people, messages: $0.messages, newPeople: counts($0.newPeople),
                        newMessages: counts($0.newMessages))
                },
                sessions: figures.sessions, databases: figures.databases.map { (file: $0.file, bytes: $1) },
                disk: figures.disk.map { (free: Int($0.free), size: Int($0.size)) })
        }
    }

    private static func disk(_ folder: DataFolder) -> (free: Double, size: Double)? {
        var status = statvfs()
        guard statvfs(folder.path, &status) == 0 else { return nil }
        let unit = Double(status.f_frsize)
        return (Double(status.f_bavail) * unit, Double(status.f_blocks) * unit)
    }

    /// The databases that are there.
    private static func sizes(_ folder: DataFolder) -> [(DataDatabase, Int)] {
        DataDatabase.allCases.compactMap { database in
            let path = folder.path(of: database.file)
            return size(path).map { (database, $0 + (size("\(path)-wal") ?? 0)) }
        }
    }

    private static func size(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }
}
