import Bytes
public import Chat
import OpenID

/// Writes what is stored about one person as a JSON text: profile, account, sessions, conversations, messages,
/// reactions, bookmarks, read marks, drafts, audit lines. Secrets, and what others have written, are not in it.
public struct PersonalDataExport: Sendable {
    private let people: PeopleAdministration
    private let repositories: Repositories
    private let drafts: any DraftRepository
    private let identities: Identities
    private let audit: AuditLog

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
    /// - Throws: `ChatError`, with the reason `.notFound` if there is no such person; `SQLiteError`; what `sink` throws.
    public func write(_ user: UserID, to sink: ([UInt8]) throws -> Void) async throws {
        let entry = try await people.entry(of: user)
        try sink(Array("{".utf8))
        try sink(member("profile", isFirst: true) { $0.write(entry.user) })
        try sink(try account(entry))
        try sink(array("sessions", try people.sessions.sessions(of: user)) { $1.write($0) })
        try sink(array("conversations", try await people.chat.memberships(of: user)) { $1.write($0) })
        try await pages("messages", sink, { try await people.chat.messages(of: user, in: $0) }) { $1.write($0) }
        try await pages("reactions", sink, { try await people.chat.reactions(of: user, in: $0) }) { $1.write($0) }
        let bookmarks = try await repositories.bookmarks.bookmarks(of: user)
        try sink(array("bookmarks", bookmarks) { $1.write($0) })
        try sink(array("readMarks", try await people.chat.readMarks(of: user)) { $1.write($0) })
        let drafts = try await drafts.drafts(of: user).sorted { $0.key < $1.key }
        try sink(array("drafts", drafts) { $1.write($0) })
        try sink(array("auditLog", try audit.newest(AuditLog.maximumLines, about: user)) { $1.write($0) })
        try sink(Array("\n}\n".utf8))
    }

    private func account(_ entry: PeopleAdministration.Entry) throws -> [UInt8] {
        let factors = try people.factors.summary(of: entry.user.id)
        let links = try identities.links(of: entry.user.id)
        let email = try people.passwords?.email(of: entry.user)
        return member("account") { json in
            json.object { json in
                json.member("role", entry.status.role.rawValue)
                json.member("disabledAt", entry.status.disabledAt?.iso8601)
                json.member("email", email)
                json.member("hasPassword", entry.hasPassword)
                json.member("authenticatorSince", factors.authenticatorSince?.iso8601)
                json.member("recoveryCodes", factors.recoveryCodes)
                json.begin("identities")
                json.array(links) { $1.write($0) }
                json.begin("passkeys")
                json.array(factors.passkeys) { $1.write($0) }
                json.begin("rememberedBrowsers")
                json.array(factors.devices) { $1.write($0) }
            }
        }
    }

    private func member(
        _ name: StaticString, isFirst: Bool = false, _ write: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var json = JSONWriter(capacity: 1_024)
        write(&json)
        return Array("\(isFirst ? "" : ",")\n\"\(name)\":".utf8) + json.bytes
    }

    private func array<Value>(
        _ name: StaticString, _ values: [Value], _ write: (Value, inout JSONWriter) -> Void
    ) -> [UInt8] { member(name) { json in json.array(values, write) } }

    private func pages<Value: Sendable>(
        _ name: StaticString, _ sink: ([UInt8]) throws -> Void,
        _ read: (PersonalPart) async throws -> PersonalPage<Value>, _ write: (Value, inout JSONWriter) -> Void
    ) async throws {
        try sink(Array(",\n\"\(name)\":[".utf8))
        var (part, isFirst): (PersonalPart?, Bool) = (.first, true)
        while let now = part {
            let page = try await read(now)
            part = page.next
            guard !page.values.isEmpty else { continue }
            var json = JSONWriter(capacity: 1_024)
            json.array(page.values, write)
            // Without the brackets of this part.
            try sink((isFirst ? [] : [UInt8(ascii: ",")]) + json.bytes.dropFirst().dropLast())
            isFirst = false
        }
        try sink([UInt8(ascii: "]")])
    }
}
