import CMalloc
import HTTPServer

/// The arenas of glibc's heap.
enum HeapArenas {
    /// Allows as many as there are event loops. By default there may be eight times as many as processor cores, one for
    /// almost each thread, and in each the memory that a burst of requests has freed stays behind
    /// (https://man7.org/linux/man-pages/man3/mallopt.3.html, `M_ARENA_MAX`).
    ///
    /// Must be called before there are other threads.
    static func limit() { mallopt(M_ARENA_MAX, Int32(ServerConfiguration.defaultThreads)) }
}
