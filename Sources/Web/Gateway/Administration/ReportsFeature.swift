import Accounts
import Chat
import HTML
import HTTP

/// Messages are reported to the admins of the site by those who can read them. Admins have no access to conversations: they
/// see what a report says.
struct ReportsFeature: Sendable {
    let repositories: Repositories
    let accounts: AccountRegister
    let trail: AuditTrail
    let clock: Clock

    /// How many reports are shown at once.
    static let pageSize = 50

    /// The form that reports a message.
    func form(_ visit: Visit, _ parameters: MessageParameters) async throws -> Response {
        let (access, message, _) = try await find(visit, parameters)
        return try await page(visit, parameters, message, access).response()
    }

    /// Reports a message.
    func report(_ visit: Visit, _ parameters: MessageParameters) async throws -> Response {
        let (access, message, author) = try await find(visit, parameters)
        let reporter = access.participant.user.id
        func refused(_ fault: Sentence) async throws -> Response {
            var response = try await page(visit, parameters, message, access, fault: fault)
                .response(.unprocessableContent)
            // What was typed and the list of conversations are not compressed together (BREACH).
            response.isCompressible = false
            return response
        }
        guard let reason = ReportReason(visit.request.form["reason"] ?? "") else {
            return try await refused(ReportWording.tooLong)
        }
        let report = MessageReport(
            id: MessageReport.ID(message: message.id, reporter: reporter), author: author, text: message.text ?? "",
            files: message.attachments.map(\.name.description), sentAt: message.createdAt, reason: reason,
            reportedAt: clock.now())
        guard try await accounts.add(report) else { return try await refused(ReportWording.tooMany) }
        // Not about the author, whose own data contains the lines about them.
        await trail.record(.messageReported, visit, user: reporter)
        return .seeOther(routes.report(parameters).text)
    }

    /// The open reports, for admins.
    func reports(_ visit: Visit) async throws -> Response {
        // One more, to know whether there are more.
        let found = try await accounts.reports(limit: Self.pageSize + 1)
        let shown = Array(found.prefix(Self.pageSize))
        let users = repositories.users
        let ids = Array(Set(shown.flatMap { [$0.author, $0.id.reporter] }))
        let people = try await ids.concurrently(atMost: MessageLimits.maximumReadsAtOnce) {
            id throws(ChatError) -> User? in try await users.existing(id)
        }
        return Page(visit, title: visit.say(ReportWording.list), back: routes.profile.path) {
            ReportsPage(
                visit: visit, reports: shown, hasMore: found.count > shown.count,
                people: Dictionary(people.compactMap { user in user.map { ($0.id, $0) } }) { first, _ in first })
        }.response()
    }

    /// Closes a report, for an admin. Of two who do it at once, each is sent back to the list.
    func close(_ visit: Visit) async throws -> Response {
        let form = visit.request.form
        guard let message = form["message"].flatMap({ MessageID($0) }),
            let reporter = form["reporter"].flatMap({ UserID($0) })
        else { throw Failure.badRequest }
        if let closed = try await accounts.close(MessageReport.ID(message: message, reporter: reporter)) {
            await trail.record(.reportClosed, visit, user: closed.id.reporter, actor: visit.session?.user)
        }
        return .seeOther(routes.reports.text)
    }

    /// The message with its author, if it is another person's.
    private func find(
        _ visit: Visit, _ parameters: MessageParameters
    ) async throws -> (ConversationAccess, Message, author: UserID) {
        let access = try await repositories.enter(parameters.conversation, try visit.requireSession())
        let message = try await access.message(parameters.message, sentAt: parameters.moment)
        guard let author = message.sender, author != access.participant.user.id else { throw Failure.badRequest }
        return (access, message, author)
    }

    private func page(
        _ visit: Visit, _ parameters: MessageParameters, _ message: Message, _ access: ConversationAccess,
        fault: Sentence? = nil
    ) async throws -> Page {
        let reporter = access.participant.user.id
        let isReported = try await accounts.reports(by: reporter).contains { $0.id.message == message.id }
        return Page(
            visit, title: visit.say(ReportWording.title), back: routes.thread(parameters.conversation),
            conversation: parameters.conversation
        ) {
            ReportPage(
                say: visit.say, message: parameters,
                excerpt: message.excerpt(in: access.conversation, viewer: reporter, visit.say), isReported: isReported,
                reason: visit.request.form["reason"] ?? "", fault: fault)
        }
    }
}
