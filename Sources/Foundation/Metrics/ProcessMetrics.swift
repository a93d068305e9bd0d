#if canImport(Glibc)
    import Glibc

    /// Metrics of this process from the operating system, with the names that Prometheus' own client libraries use
    /// (https://prometheus.io/docs/instrumenting/writing_clientlibs/, "Standard and runtime collectors").
    ///
    /// Source: proc(5), proc_pid_stat(5), proc_pid_statm(5).
    public enum ProcessMetrics {
        public static func register(in registry: MetricsRegistry) {
            registry.counter(
                "process_cpu_seconds_total", "Total user and system CPU time spent in seconds.", reading: cpuSeconds)
            registry.gauge(
                "process_resident_memory_bytes", "Resident memory size in bytes.", reading: { pages(at: 1) })
            registry.gauge(
                "process_virtual_memory_bytes", "Virtual memory size in bytes.", reading: { pages(at: 0) })
            registry.gauge("process_open_fds", "Number of open file descriptors.", reading: openDescriptors)
            registry.gauge("process_max_fds", "Maximum number of open file descriptors.", reading: maximumDescriptors)
            let start = startTime()
            registry.gauge(
                "process_start_time_seconds", "Start time of the process since unix epoch in seconds.",
                reading: { start })
        }

        @Sendable private static func cpuSeconds() -> Double? {
            var time = timespec()
            guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return nil }
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }

        /// A column of statm, in pages.
        private static func pages(at column: Int) -> Double? {
            guard let columns = read("/proc/self/statm")?.split(separator: " "), columns.count > column,
                let pages = Double(columns[column])
            else { return nil }
            return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
        }

        /// The number of open file descriptors.
        @Sendable public static func openDescriptors() -> Double? {
            guard let folder = opendir("/proc/self/fd") else { return nil }
            defer { closedir(folder) }
            var count = 0
            while readdir(folder) != nil { count += 1 }
            // Without `.`, `..` and the descriptor that reads this folder.
            return Double(count - 3)
        }

        /// The maximum number of open file descriptors.
        @Sendable public static func maximumDescriptors() -> Double? {
            var limit = rlimit()
            guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
            return Double(limit.rlim_cur)
        }

        /// The 22nd field of stat, in clock ticks since boot, plus the time of boot.
        private static func startTime() -> Double? {
            // The second field is the program's name in parentheses and may contain any character.
            guard let stat = read("/proc/self/stat"), let name = stat.lastIndex(of: ")"),
                let boot = read("/proc/stat")?.split(separator: "\n").first(where: { $0.hasPrefix("btime ") }),
                let bootTime = Double(boot.dropFirst("btime ".count))
            else { return nil }
            let fields = stat[stat.index(after: name)...].split(separator: " ")
            guard fields.count > 19, let ticks = Double(fields[19]) else { return nil }
            return bootTime + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
        }

        /// Reads a file of the proc file system, whose size is unknown until it is read.
        private static func read(_ path: String) -> String? {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            defer { close(file) }
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = Glibc.read(file, &buffer, buffer.count)
                guard count > 0 else { break }
                bytes += buffer[..<count]
            }
            return String(validating: bytes, as: UTF8.self)
        }
    }
#endif
