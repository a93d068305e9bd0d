import Bytes
public import Chat
import Concurrency
import FoundationEssentials
import OpenID

/// Writes what is stored about one person as a JSON text: profile, account, sessions, conversations, messages,
/// reactions, bookmarks, read marks, drafts, audit lines. Secrets, and what others have written, are not in it.
///
/// It is read in parts of 20,000 rows, and written by threads of the pool for blocking work.
public struct PersonalDataExport: Sendable {
    private let people: PeopleAdministration
    private let repositories: Repositories
    private let drafts: any DraftRepository
    private let identities: Identities
    private let audit: AuditLog
    private let writing = PoolShare(limit: partsAtOnce, maximumWaiting: maximumWaitingParts)

    /// How many parts are written at once, and how many more may wait.
    private static let partsAtOnce = 1
    private static let maximumWaitingParts = 64

    public init(
        _ people: PeopleAdministration, _ repositories: Repositories, drafts: any DraftRepository,
        identities: Identities, audit: AuditLog
    ) {
        self.people = people
        self.repositories = repositories
        self.drafts = drafts
        self.identities = identities
        self.audit = audit
    }

    /// - Parameters:
    ///   - user: the person.
    ///   - sink: takes the text, a part at a time.
    /// - Throws: `ChatError`, with the reason `.notFound` if there is no such person; `SQLiteError`; `BlockingPool.Full`;
    ///   what `sink` throws.
    public func write(_ user: UserID, to sink: ([UInt8]) throws -> Void) async throws {
        let entry = try await people.entry(of: user)
        try sink(Array("{".utf8))
        try sink(try await member("profile", isFirst: true) { $0.write(entry.user) })
        try sink(try await account(entry))
        let sessions = try await people.sessions.sessions(of: user)
        try sink(try await array("sessions", { sessions }) { $1.write($0) })
        let memberships = try await people.chat.memberships(of: user)
        try sink(try await array("conversations", { memberships }) { $1.write($0) })
        try await pages("messages", sink, { try await people.chat.messages(of: user, in: $0) }) { $1.write($0) }
        try await pages("earlierTexts", sink, { try await people.chat.earlierTexts(of: user, in: $0) }) { $1.write($0) }
        try await pages("reactions", sink, { try await people.chat.reactions(of: user, in: $0) }) { $1.write($0) }
        let bookmarks = try await repositories.bookmarks.bookmarks(of: user)
        try sink(try await array("bookmarks", { bookmarks }) { $1.write($0) })
        let readMarks = try await people.chat.readMarks(of: user)
        try sink(try await array("readMarks", { readMarks }) { $1.write($0) })
        let drafts = try await drafts.drafts(of: user).sorted { $0.key < $1.key }
        try sink(try await array("drafts", { drafts }) { $1.write($0) })
        let lines = try await audit.newest(AuditLog.maximumLines, about: user)
        try sink(try await array("auditLog", { lines }) { $1.write($0) })
        try sink(Array("\n}\n".utf8))
    }

    /// The parts as one text.
    public func joined(_ parts: [[UInt8]]) async throws -> [UInt8] { try await writing.run { Array(parts.joined()) } }

    private func account(_ entry: PeopleAdministration.Entry) async throws -> [UInt8] {
        let factors = try await people.factors.summary(of: entry.user.id)
        let links = try await identities.links(of: entry.user.id)
        let email = try await people.passwords?.email(of: entry.user)
        let notifications = try await people.register.notifications(of: entry.user.id)?.settings
        let levels = try await people.register.levels(of: entry.user.id)
        let pinned = try await people.register.pinnedConversations(of: entry.user.id)
        let blocked = try await people.register.blocked(by: entry.user.id)
        let reports = try await people.register.reports(by: entry.user.id)
        let description = try await people.register.selfDescription(of: entry.user.id)
        let scheduled = try await people.register.scheduledMessages(of: entry.user.id)
        let appearance = try await people.register.appearance(of: entry.user.id)
        let receipts = repositories.receipts
        let showsReading = receipts.isThere ? try await receipts.showsReading(entry.user.id) : nil
        let picture = try await picture(of: entry.user)
        return try await member("account") { json in
            json.object { json in
                json.member("role", entry.status.role.rawValue)
                json.member("disabledAt", entry.status.disabledAt?.iso8601)
                json.member("email", email)
                json.member("hasPassword", entry.hasPassword)
                json.member("authenticatorSince", factors.authenticatorSince?.iso8601)
                json.member("recoveryCodes", factors.recoveryCodes)
                json.member("showsReading", showsReading)
                json.member("picture", picture.map { Data($0.content).base64EncodedString() })
                json.member("introduction", description.introduction?.description)
                json.member("status", description.status?.text)
                json.member("statusUntil", description.status?.until?.iso8601)
                if let notifications {
                    json.begin("notifications")
                    json.write(notifications.json)
                }
                if !levels.isEmpty {
                    json.begin("notificationLevels")
                    json.array(levels.sorted { $0.key < $1.key }) { $1.write($0.value, of: $0.key) }
                }
                if !pinned.isEmpty {
                    json.begin("pinnedConversations")
                    json.array(pinned) { $1.write($0.description) }
                }
                if !blocked.isEmpty {
                    json.begin("blocked")
                    json.array(blocked) { $1.write($0.description) }
                }
                if !reports.isEmpty {
                    json.begin("reports")
                    json.array(reports) { $1.write($0) }
                }
                if !scheduled.isEmpty {
                    json.begin("scheduledMessages")
                    json.array(scheduled) { $1.write($0) }
                }
                if let appearance {
                    json.begin("appearance")
                    json.write(appearance.json)
                }
                json.begin("identities")
                json.array(links) { $1.write($0) }
                json.begin("passkeys")
                json.array(factors.passkeys) { $1.write($0) }
                json.begin("rememberedBrowsers")
                json.array(factors.devices) { $1.write($0) }
            }
        }
    }

    /// Their own picture, where the chat keeps one.
    private func picture(of user: User) async throws -> StoredPicture? {
        guard let id = user.picture else { return nil }
        do throws(ChatError) { return try await repositories.pictures.picture(id, as: user.id) } catch {
            // It was replaced a moment ago.
            guard error.reason == .notFound else { throw error }
            return nil
        }
    }

    private func member(
        _ name: StaticString, isFirst: Bool = false, _ write: @escaping @Sendable (inout JSONWriter) throws -> Void
    ) async throws -> [UInt8] {
        try await writing.run {
            var json = JSONWriter(capacity: 1_024)
            try write(&json)
            return Array("\(isFirst ? "" : ",")\n\"\(name)\":".utf8) + json.bytes
        }
    }

    private func array<Value>(
        _ name: StaticString, _ values: @escaping @Sendable () throws -> [Value],
        _ write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) async throws -> [UInt8] {
        try await member(name) { json in json.array(try values(), write) }
    }

    private func pages<Value: Sendable>(
        _ name: StaticString, _ sink: ([UInt8]) throws -> Void,
        _ read: (PersonalPart) async throws -> PersonalPage<Value>,
        _ write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) async throws {
        try sink(Array(",\n\"\(name)\":[".utf8))
        var (part, isFirst): (PersonalPart?, Bool) = (.first, true)
        while let now = part {
            let page = try await read(now)
            part = page.next
            guard !page.values.isEmpty else { continue }
            let comma = isFirst ? [] : [UInt8(ascii: ",")]
            try sink(
                try await writing.run {
                    var json = JSONWriter(capacity: 1_024)
                    json.array(page.values, write)
                    // Without the brackets of this part.
                    return comma + json.bytes.dropFirst().dropLast()
                })
            isFirst = false
        }
        try sink([UInt8(ascii: "]")])
    }
}
