import CMalloc
import HTTPServer

/// The heap of glibc (https://man7.org/linux/man-pages/man3/mallopt.3.html).
enum Heap {
    /// From this size on, memory is taken from the system and given back to it when it is freed.
    private static let mappedBytes: Int32 = 128 * 1024

    /// Keeps it from holding memory that is not used any more.
    ///
    /// There are as many arenas as event loops. By default there may be eight times as many as processor cores, one for
    /// almost each thread, and in each the memory that a burst of requests has freed stays behind.
    ///
    /// Large blocks stay out of the arenas. By default the first one that is freed raises the size from which on they do,
    /// up to 32 MiB; then what is allocated behind such a block keeps its memory in the arena.
    ///
    /// Must be called before there are other threads.
    static func limit() {
        mallopt(M_ARENA_MAX, Int32(ServerConfiguration.defaultThreads))
        mallopt(M_MMAP_THRESHOLD, mappedBytes)
    }
}
