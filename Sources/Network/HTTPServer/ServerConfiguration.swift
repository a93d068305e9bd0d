public import EventLoops
import Glibc
public import HTTP

/// How a server listens, and what it puts up with.
public struct ServerConfiguration: Sendable {
    public var listen: ListenAddress
    /// Where it listens instead, if systemd has passed a socket.
    public var passedSocket: PassedSocket?
    /// Certificate chain and private key, both PEM; `nil` for plain HTTP.
    public var tls: TLSIdentity?
    public var limits = ServerLimits()
    /// Whose word counts about where requests come from.
    public var proxies = TrustedProxies()
    /// Whether requests may bring files, and where those are written; `nil` for none.
    public var uploads: UploadConfiguration?
    /// Where it reads, handles and writes; they have to outlive the server. None: on threads of its own.
    public var loops: [EventLoop] = []
    /// How many threads of its own it starts.
    public var threads = defaultThreads

    /// One for each core, and two at least.
    public static let defaultThreads = max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    public init(listen: ListenAddress) { self.listen = listen }
}

/// A TLS certificate chain with its private key, both PEM.
public struct TLSIdentity: Sendable, Equatable {
    public let certificate: String
    public let key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// The limits of a server.
public struct ServerLimits: Sendable {
    /// The largest body that is handed to the handler; over it the answer is 413.
    public var body = ByteCount.mebibytes(1)
    /// The largest body that is read to its end, so that the client sees the 413; over it the connection is closed
    /// while the client still sends.
    public var discardedBody = ByteCount.mebibytes(16)
    /// Fields in one form: 500 people, and what stands beside them.
    public var formFields = 600
    /// libmicrohttpd's memory for one connection, in which the request line and the headers must find room.
    public var connectionMemory = ByteCount.kibibytes(32)
    /// Connections open at once.
    public var connections = 12_000
    /// Connections that the system holds before they are accepted.
    public var backlog: Int32 = 4_096
    /// Connections open at once from one address: an IPv4 address, or an IPv6 network of 64 bits. Proxies that are
    /// trusted have no such limit, because many people stand behind them.
    public var connectionsPerAddress = 512
    /// How long a connection may be silent.
    public var idleTime = Duration.seconds(30)
    /// How long a connection may take from its start, or from its last answer, until the head of its next request is
    /// complete: its idle time, and ten seconds for a head that began at the end of it.
    public var headTime = Duration.seconds(40)
    /// How often every open stream gets a sign of life, so that what lies between does not take it for dead.
    public var heartbeat = Duration.seconds(20)
    /// How long the body of a request may take to arrive, if it brings no files.
    public var uploadTime = Duration.seconds(60)
    /// How long a client may take to receive an answer that is neither a stream nor a file.
    public var answerTime = Duration.seconds(120)
    /// How long the transfer of a file, to or from a client, may take for `transferProgress`; a large file takes as long
    /// as it needs.
    public var transferTime = Duration.seconds(30)
    /// How many bytes must have been transferred in `transferTime`: 35 kbit/s.
    public var transferProgress = ByteCount.kibibytes(128)
    /// How long a connection must have waited for a request before it is closed to make room for a new one.
    public var waitBeforeMakingRoom = Duration.seconds(1)
    /// How long requests in flight have to finish when the server stops; then their tasks are cancelled.
    public var drainTime = Duration.seconds(3)
    /// How long cancelled requests have to answer.
    public var cancelTime = Duration.seconds(1)

    public init() {}
}
