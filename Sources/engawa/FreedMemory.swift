import CMalloc

/// How the C library deals with memory that was given back.
enum FreedMemory {
    /// As much as the few large pieces of some pages at once need, in bytes.
    private static let keptBytes: Int32 = 2 << 20

    /// Keeps what a page needed for the next one. The C library would give it to the system after each page, get it back
    /// with the next, and have it cleared: two or three pages of memory and a system call for each page of the site.
    /// Small pieces are put together at once, else they would be with each large one that is asked for.
    static func keepForNextPage() {
        mallopt(M_TRIM_THRESHOLD, keptBytes)
        mallopt(M_MMAP_THRESHOLD, keptBytes)
        mallopt(M_MXFAST, 0)
    }

    /// Gives back what the start needed for a moment only, such as compressing the assets.
    static func giveBack() { malloc_trim(0) }
}
