import CPostgreSQL
import EventLoops
import Synchronization

/// One connection to the server, in nonblocking pipeline mode
/// (https://www.postgresql.org/docs/15/libpq-pipeline-mode.html): the queries of a batch are sent together and take one
/// round trip.
///
/// `@unchecked Sendable`: everything but `isUsable` is used on the thread of its loop only.
final class ClientConnection: @unchecked Sendable {
    /// Queries that are sent together. Their changes are one transaction, unless one of them begins or ends one.
    struct Batch {
        let queries: [Query]
        let deadline: ContinuousClock.Instant
        let finish: @Sendable (Result<[Rows], PostgreSQLError>) -> Void
        /// What has been sent and not been answered yet, in order.
        var expected: [Step] = []
        var rows: [Rows] = []
        var error: PostgreSQLError?

        init(
            _ queries: [Query], deadline: ContinuousClock.Instant,
            finish: @escaping @Sendable (Result<[Rows], PostgreSQLError>) -> Void
        ) {
            self.queries = queries
            self.deadline = deadline
            self.finish = finish
        }
    }

    enum Step {
        /// The statement with this SQL was sent to be prepared.
        case preparation(String)
        case query
    }

    let socket: Int32
    /// Called on the loop with each notification.
    let heard: @Sendable (Notification) -> Void
    /// Whether it can be given a batch, as far as it is known.
    var isUsable: Bool { isOpen.load(ordering: .acquiring) }
    private(set) var deadline: ContinuousClock.Instant?

    private let pointer: OpaquePointer
    private let isOpen = Atomic(true)
    private var batch: Batch?
    /// The names of the prepared statements, by their SQL.
    private var prepared: [String: String] = [:]
    private var awaitsRoom = false

    /// Connects, and waits for it: not to be called on an event loop.
    ///
    /// - Parameter heard: called on the loop with each notification on a channel that this connection listens to.
    init(
        to address: ServerAddress, _ limits: DatabaseLimits,
        heard: @escaping @Sendable (Notification) -> Void = { _ in }
    ) throws(PostgreSQLError) {
        // Later options count more than the same ones in the URI.
        let options = [
            ("dbname", address.uri), ("application_name", "engawa"), ("client_encoding", "UTF8"),
            ("target_session_attrs", "read-write"),
            ("connect_timeout", "\(limits.connectTime.components.seconds)"),
            ("tcp_user_timeout", "\(limits.answerTime.components.seconds * 1_000)"),
        ]
        let pointer = withCStrings(options.map(\.0)) { keywords in
            withCStrings(options.map(\.1)) { values in PQconnectdbParams(keywords, values, 1) }
        }
        guard let pointer else { throw .unreachable("out of memory") }
        guard PQstatus(pointer) == CONNECTION_OK else {
            let reason = Self.message(of: pointer)
            PQfinish(pointer)
            throw .unreachable(reason)
        }
        let milliseconds = limits.statementTime.components.seconds * 1_000
        // A process that was stopped within a transaction must not keep its locks.
        let settings = ["statement_timeout", "idle_in_transaction_session_timeout"]
        let limits = settings.map { "SET \($0) = \(milliseconds);" }.joined()
        // Notices, such as of a table that is there already, would be printed.
        PQclear(PQexec(pointer, limits + "SET client_min_messages = warning"))
        guard PQsetnonblocking(pointer, 1) == 0, PQenterPipelineMode(pointer) == 1 else {
            let reason = Self.message(of: pointer)
            PQfinish(pointer)
            throw .unreachable(reason)
        }
        self.pointer = pointer
        self.heard = heard
        socket = PQsocket(pointer)
    }

    deinit { PQfinish(pointer) }

    /// Sends a batch; there must be no other under way.
    func begin(_ new: Batch, _ registration: Registration) {
        guard isUsable else { return new.finish(.failure(.lost("it was closed"))) }
        batch = new
        deadline = new.deadline
        for query in new.queries where !send(query) { return fail(.lost(Self.message(of: pointer)), registration) }
        guard PQpipelineSync(pointer) == 1 else { return fail(.lost(Self.message(of: pointer)), registration) }
        flush(registration)
    }

    /// Something has happened on the socket.
    func handle(_ event: SocketEvent, _ registration: Registration) {
        if awaitsRoom, event.kinds.contains(.writable) { flush(registration) }
        guard isUsable, !event.kinds.isDisjoint(with: [.readable, .broken, .peerClosed]) else { return }
        let isWhole = PQconsumeInput(pointer) == 1
        takeNotifications()
        takeResults()
        if !isWhole { fail(.lost(Self.message(of: pointer)), registration) }
    }

    /// Gives the connection up; what was under way fails.
    func fail(_ error: PostgreSQLError, _ registration: Registration) {
        guard isOpen.exchange(false, ordering: .acquiringAndReleasing) else { return }
        registration.unwatch(socket)
        finish(.failure(batch?.error ?? error))
    }

    private func send(_ query: Query) -> Bool {
        let count = Int32(query.parameters.count)
        return withParameters(query.parameters) { values, lengths, formats in
            guard prepared[query.sql] != nil || prepared.count < DatabaseLimits.preparedStatements else {
                batch?.expected.append(.query)
                return PQsendQueryParams(pointer, query.sql, count, nil, values, lengths, formats, 0) == 1
            }
            let name = prepared[query.sql] ?? "q\(prepared.count)"
            if prepared[query.sql] == nil {
                prepared[query.sql] = name
                batch?.expected.append(.preparation(query.sql))
                guard PQsendPrepare(pointer, name, query.sql, 0, nil) == 1 else { return false }
            }
            batch?.expected.append(.query)
            return PQsendQueryPrepared(pointer, name, count, values, lengths, formats, 0) == 1
        }
    }

    private func flush(_ registration: Registration) {
        switch PQflush(pointer) {
        case 0:
            if awaitsRoom { registration.watch(socket, for: .readable, isNew: false) }
            awaitsRoom = false
        case 1:
            if !awaitsRoom { registration.watch(socket, for: [.readable, .writable], isNew: false) }
            awaitsRoom = true
        default: fail(.lost(Self.message(of: pointer)), registration)
        }
    }

    private func takeNotifications() {
        while let notification = PQnotifies(pointer) {
            heard(Notification(payload: String(cString: notification.pointee.extra)))
            PQfreemem(notification)
        }
    }

    private func takeResults() {
        while batch != nil, PQisBusy(pointer) == 0 {
            // Each query's results end with nil; those of the synchronization don't.
            guard let result = PQgetResult(pointer) else {
                guard PQstatus(pointer) == CONNECTION_OK else { return }
                continue
            }
            take(result)
        }
    }

    private func take(_ result: OpaquePointer) {
        let status = PQresultStatus(result)
        if status == PGRES_PIPELINE_SYNC {
            PQclear(result)
            guard let batch else { return }
            return finish(batch.error.map { .failure($0) } ?? .success(batch.rows))
        }
        guard batch?.expected.isEmpty == false, let step = batch?.expected.removeFirst() else { return PQclear(result) }
        switch (step, status) {
        case (.query, PGRES_TUPLES_OK), (.query, PGRES_COMMAND_OK): batch?.rows.append(Rows(taking: result))
        case (.preparation, PGRES_COMMAND_OK): PQclear(result)
        default:
            if batch?.error == nil, status != PGRES_PIPELINE_ABORTED { batch?.error = PostgreSQLError(result) }
            if case .preparation(let sql) = step { prepared[sql] = nil }
            PQclear(result)
        }
    }

    private func finish(_ result: Result<[Rows], PostgreSQLError>) {
        let finish = batch?.finish
        batch = nil
        deadline = nil
        finish?(result)
    }

    /// libpq's message, in one line. It names hosts, users and databases, and never a password.
    private static func message(of pointer: OpaquePointer) -> String {
        let message = PQerrorMessage(pointer).map { String(cString: $0) } ?? ""
        return message.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

/// Calls `body` with C strings, of which the last is followed by a null pointer.
private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
    let bytes = strings.flatMap { Array($0.utf8CString) }
    return bytes.withUnsafeBufferPointer { bytes in
        var pointers: [UnsafePointer<CChar>?] = []
        var offset = 0
        for string in strings {
            pointers.append(bytes.baseAddress.map { $0 + offset })
            offset += string.utf8.count + 1
        }
        return body(pointers + [nil])
    }
}

/// Calls `body` with parameters as libpq takes them: values, lengths (of binary ones), formats (1 is binary).
private func withParameters<Result>(
    _ parameters: [Parameter],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> Result
) -> Result {
    var bytes: [CChar] = []
    var offsets: [Int?] = []
    var lengths: [Int32] = []
    var formats: [Int32] = []
    for parameter in parameters {
        offsets.append(parameter == .null ? nil : bytes.count)
        switch parameter {
        case .null: break
        case .text(let text): bytes.append(contentsOf: text.utf8CString)
        // One byte more, so that an empty value has an address too.
        case .bytes(let value): bytes.append(contentsOf: value.map { CChar(bitPattern: $0) } + [0])
        }
        if case .bytes(let value) = parameter {
            lengths.append(Int32(value.count))
            formats.append(1)
        } else {
            lengths.append(0)
            formats.append(0)
        }
    }
    return bytes.withUnsafeBufferPointer { bytes in
        // A query without parameters needs an address as well.
        let pointers =
            offsets.map { offset in offset.flatMap { offset in bytes.baseAddress.map { $0 + offset } } } + [nil]
        return body(pointers, lengths + [0], formats + [0])
    }
}
