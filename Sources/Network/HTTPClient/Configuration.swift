public import HTTP

extension CurlClient {
    /// The limits of a client. Each is set once, when the client is made.
    public struct Configuration: Sendable {
        /// From the start of a connection until it can carry a request: name, TCP and TLS.
        public var connectTimeout: Duration = .seconds(3)
        /// From `send` until the answer is whole, waiting for a free connection included.
        public var timeout: Duration = .seconds(10)
        /// How long a request may stand still, with less than a byte in a second either way, in whole seconds; `nil`: as
        /// long as `timeout` allows.
        public var stallTimeout: Duration?
        /// The answer's body, decompressed; not where it is written to a file.
        public var maximumBodySize: ByteCount = .mebibytes(16)
        /// Whether the beginning of a body over that size is the answer, and the rest is not received. Otherwise there is no
        /// answer. For GET requests only, and not with `readsPlainAnswers`.
        public var cutsLongBodies = false
        /// All header lines of an answer, interim answers included.
        public var maximumHeadSize: ByteCount = .kibibytes(256)
        public var maximumConnections = 256
        /// Which addresses are connected to.
        public var addresses = AddressRule.any
        /// To one host and port. Over HTTP/2, one connection carries many requests. Where the client reads plain answers
        /// itself, the connections for that are counted apart.
        public var maximumConnectionsPerHost = 64
        /// How long a connection is kept for the next request; shorter than servers keep theirs,
        /// so that a request seldom meets a connection that is being closed.
        public var idleConnectionLifetime: Duration = .seconds(30)
        /// Whether a GET without TLS goes over connections of the client's own, which reads simple responses without libcurl
        /// (`PlainConnections`). For a trusted server only: libcurl reads the responses of others.
        public var readsPlainAnswers = false
        /// Which servers are trusted over TLS.
        public var trust = ServerTrust()
        /// Whether the server's certificate is verified. Off only for servers on the same machine.
        public var verifiesCertificates = true

        public init() {}
    }
}
