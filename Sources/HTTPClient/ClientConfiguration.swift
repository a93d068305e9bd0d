public import HTTP

/// The limits of a client.
public struct ClientConfiguration: Sendable {
    /// For name, connection and TLS.
    public var connectTime = Duration.seconds(3)
    /// For all of a request and its answer.
    public var requestTime = Duration.seconds(10)
    /// The largest body that is taken, after decompression.
    public var body = ByteCount.mebibytes(16)
    /// Connections to one host; more requests wait for one.
    public var connectionsPerHost = 64
    /// Connections in all.
    public var connections = 256
    /// Which addresses are connected to.
    public var addresses = AddressRule.any

    public init() {}
}
