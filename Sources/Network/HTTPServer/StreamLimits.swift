import Glibc
import HTTP

/// What an open stream may take, and what it sends by itself.
enum StreamLimits {
    /// How much is written to a connection at once, in memory that it keeps from then on.
    static let part = ByteCount.kibibytes(2)
    /// The same for a client of HTTP/1.0. libmicrohttpd keeps so much ready for every stream.
    static let oldPart = ByteCount.bytes(128)
    /// How many streams of a loop get a heartbeat in one of its turns, so that none takes long.
    static let heartbeatsInTurn = 64
    /// A heartbeat: a comment, which browsers leave out (WHATWG HTML §9.2.6).
    static let comment = Array(":\n\n".utf8)

    /// Lets the system take back the memory of the whole pages in `space`, whose contents are lost.
    static func giveBack(_ space: UnsafeMutableRawBufferPointer) {
        guard let start = space.baseAddress else { return }
        let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
        let first = (UInt(bitPattern: start) + page - 1) / page * page
        let end = (UInt(bitPattern: start) + UInt(space.count)) / page * page
        guard first < end else { return }
        madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), MADV_DONTNEED)
    }
}
