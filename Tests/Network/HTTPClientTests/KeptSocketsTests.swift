import Glibc
import Testing

@testable import HTTPClient

@Suite struct KeptSocketsTests {
    private func ends(_ localPort: Int) -> KeptSockets.Ends {
        KeptSockets.Ends(remoteAddress: "127.0.0.1", remotePort: 80, localAddress: "127.0.0.1", localPort: localPort)
    }

    /// Two sockets that are connected with each other.
    private func pair() -> (Int32, Int32) {
        var sockets: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
        return (sockets[0], sockets[1])
    }

    @Test func `what has come over a kept connection is told once, and of others nothing`() {
        let kept = KeptSockets(maximumConnections: 4)
        let (near, far) = pair()
        defer { close(near) }
        kept.add(ends(1), near)
        #expect(kept.arrival(on: ends(1)) == .nothing)
        #expect(send(far, "x", 1, 0) == 1)
        #expect(kept.arrival(on: ends(2)) == .nothing)
        #expect(kept.arrival(on: ends(1)) == .bytes)
        #expect(kept.arrival(on: ends(1)) == .nothing)
        var byte: UInt8 = 0
        recv(near, &byte, 1, 0)
        close(far)
        kept.add(ends(1), near)
        #expect(kept.arrival(on: ends(1)) == .end)
    }

    @Test func `no more connections are remembered than twice those that are kept, and closed ones go first`() {
        let kept = KeptSockets(maximumConnections: 4)
        for port in 1...100 {
            kept.add(ends(port), -1)
            #expect(kept.count <= 8)
        }
    }

    @Test func `an origin stays untrusted for its time, and the oldest is forgotten where there is one too many`() {
        let untrusted = UntrustedOrigins()
        let start = ContinuousClock.now
        untrusted.add("http://a", now: start)
        #expect(untrusted.contains("http://a", now: start + UntrustedOrigins.memory - .seconds(1)))
        #expect(!untrusted.contains("http://b", now: start))
        #expect(!untrusted.contains("http://a", now: start + UntrustedOrigins.memory))
        for number in 0...UntrustedOrigins.maximumCount {
            untrusted.add("http://\(number)", now: start + .milliseconds(number))
            #expect(untrusted.count <= UntrustedOrigins.maximumCount)
        }
        #expect(!untrusted.contains("http://0", now: start + .seconds(1)))
        #expect(untrusted.contains("http://1", now: start + .seconds(1)))
    }
}
