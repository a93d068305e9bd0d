import EventLoops

/// The connections of a database that live on one event loop.
///
/// `@unchecked Sendable`: `connections` is used on the loop's thread only.
final class ConnectionLoop: EventLoopMember, @unchecked Sendable {
    private let registration: Registration
    private var connections: [Int32: ClientConnection] = [:]

    init(on loop: EventLoop) { registration = loop.makeRegistration() }

    func begin() { registration.begin(self) }

    /// Closes all connections.
    func end() {
        registration.loop.post { [self] in
            for connection in connections.values { connection.fail(.lost("the program is stopping"), registration) }
            connections = [:]
        }
        registration.end()
    }

    /// Takes in a new connection.
    func add(_ connection: ClientConnection) {
        onLoop { [self] in
            connections[connection.socket] = connection
            registration.watch(connection.socket, for: .readable)
        }
    }

    /// Closes a connection that nobody uses any more.
    func close(_ connection: ClientConnection) {
        onLoop { [self] in
            connection.fail(.lost("it was closed"), registration)
            dropIfBroken(connection)
        }
    }

    /// Sends a batch on one of its connections.
    func begin(_ batch: ClientConnection.Batch, on connection: ClientConnection) {
        let isPosted = onLoop { [self] in
            connection.begin(batch, registration)
            dropIfBroken(connection)
        }
        if !isPosted { batch.finish(.failure(.lost("the program is stopping"))) }
    }

    func handle(_ event: SocketEvent) {
        guard let connection = connections[event.socket] else { return }
        connection.handle(event, registration)
        dropIfBroken(connection)
    }

    func turn(_ now: ContinuousClock.Instant) -> Duration? {
        var next: Duration?
        for connection in connections.values {
            guard let deadline = connection.deadline else { continue }
            if deadline <= now {
                connection.fail(.lost("no answer came in time"), registration)
                dropIfBroken(connection)
            } else {
                next = min(next ?? deadline - now, deadline - now)
            }
        }
        return next
    }

    private func dropIfBroken(_ connection: ClientConnection) {
        // libpq has closed the socket of a broken one, and another connection may have its number by now.
        guard !connection.isUsable, connections[connection.socket] === connection else { return }
        connections[connection.socket] = nil
    }

    @discardableResult private func onLoop(_ body: @escaping @Sendable () -> Void) -> Bool {
        if registration.loop.isCurrent {
            body()
            return true
        }
        return registration.loop.post(body)
    }
}
