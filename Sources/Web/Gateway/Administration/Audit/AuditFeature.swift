import Accounts
import Chat
import Concurrency
import HTML
import HTTP

/// The audit log, for admins of the site.
struct AuditFeature: Sendable {
    let audit: AuditLog
    let users: any UserRepository
    /// `nil` before a remote backend.
    let people: PeopleAdministration?
    let trail: AuditTrail
    let files: FileLimiter
    let policy: SitePolicy

    /// How many lines a page shows.
    static let pageSize = 50
    /// How many people a page or a file names before a remote backend, which is asked for each.
    static let maximumNames = 100
    /// The size from which on a file takes no more lines: about 30,000 of them.
    static let maximumFile = ByteCount.mebibytes(8)

    func log(_ visit: Visit, _ parameters: AuditParameters) async throws -> Response {
        switch try await AuditQuestion(parameters, visit.time, users) {
        case .fault(let fault): return page(visit, parameters, fault: fault)
        case .filter(let filter):
            let lines = try await audit.page(filter, after: parameters.before, limit: Self.pageSize)
            var names = AuditNames(users, people)
            try await names.look(for: lines.lines)
            return page(visit, parameters, lines, names)
        }
    }

    /// The lines that match the filter as a file, and a line about that.
    func download(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        guard let parameters = AuditParameters(visit.request.form) else { throw Failure.badRequest }
        guard case .filter(let filter) = try await AuditQuestion(parameters, visit.time, users) else {
            return try await log(visit, parameters)
        }
        let lease: Lease
        do { lease = try files.begin(for: session.user, isLimited: policy.limitsRequests) } catch {
            throw Failure.tooManyFiles(error)
        }
        var (file, lines) = (AuditFile.head, 0)
        var names = AuditNames(users, people)
        var cursor: AuditCursor?
        repeat {
            let page = try await audit.page(filter, after: cursor, limit: AuditLog.maximumLines)
            try await names.look(for: page.lines)
            file += try await BlockingPool.shared.run { [names] in AuditFile.rows(page.lines, names) }
            lines += page.lines.count
            cursor = page.next
        } while cursor != nil && file.count < Self.maximumFile.bytes
        if cursor != nil { file += AuditFile.row([visit.say(AuditWording.fileEnds)]) }
        await trail.record(
            .auditDownloaded, visit, user: session.user,
            detail: (["\(lines) lines"] + parameters.fields.map { "\($0.name) \($0.value)" }).joined(separator: ", "))
        var response = Response(.ok, .csv, file)
        response.headers["Content-Disposition"] =
            "attachment; filename=\"audit-\(FormDay(visit.time.day(of: visit.time.now))).csv\""
        response.headers[.cacheControl] = "no-store"
        response.lease = lease
        return response
    }

    private func page(_ visit: Visit, _ parameters: AuditParameters, fault: AuditFault) -> Response {
        page(visit, parameters, .empty, AuditNames(users, people), fault: fault)
    }

    private func page(
        _ visit: Visit, _ parameters: AuditParameters, _ lines: AuditPage, _ names: AuditNames,
        fault: AuditFault? = nil
    ) -> Response {
        Page(visit, title: visit.say(AuditWording.title), back: routes.profile.path) {
            AuditLogPage(visit: visit, parameters: parameters, lines: lines, names: names, fault: fault)
        }.response(fault == nil ? .ok : .unprocessableContent)
    }
}

/// The people whom lines of the audit log are about, as far as they are known.
struct AuditNames: Sendable {
    private let users: any UserRepository
    private let people: PeopleAdministration?
    private var known: [UserID: User] = [:]
    private var asked: Set<UserID> = []
    /// Whether the backend did not answer: each other person would be waited for as long.
    private var isUnreachable = false

    init(_ users: any UserRepository, _ people: PeopleAdministration?) {
        self.users = users
        self.people = people
    }

    subscript(user: UserID) -> User? { known[user] }

    /// Looks for those whom `lines` name and who were not looked for before. Who is not found was deleted, or the backend
    /// can't be asked: the User ID says enough.
    mutating func look(for lines: [AuditEvent]) async throws {
        let new = Set(lines.flatMap { [$0.user, $0.actor].compactMap { $0 } }).subtracting(asked)
        if let people {
            for user in try await people.chat.people(new) { known[user.id] = user }
            asked.formUnion(new)
        } else {
            for id in new.prefix(max(0, AuditFeature.maximumNames - asked.count)) where !isUnreachable {
                asked.insert(id)
                do throws(ChatError) { known[id] = try await users.user(id) } catch { isUnreachable = error.isOutage }
            }
        }
    }
}
