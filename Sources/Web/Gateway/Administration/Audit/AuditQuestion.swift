import Accounts
import Bytes
import Chat
import HTTP

/// What a filter of the audit log asks for, or why it can't be understood.
enum AuditQuestion {
    case filter(AuditFilter)
    case fault(AuditFault)

    /// - Throws: `ChatError`, where a person can't be looked for.
    init(_ parameters: AuditParameters, _ time: ViewerTime, _ users: any UserRepository) async throws {
        let (first, last) = (FormDay(parameters.from.removingWhitespace), FormDay(parameters.to.removingWhitespace))
        if first == nil, !parameters.from.isEmpty {
            self = .fault(.firstDay)
        } else if last == nil, !parameters.to.isEmpty {
            self = .fault(.lastDay)
        } else if let first, let last, last < first {
            self = .fault(.order)
        } else {
            let start = first.map { time.start(of: $0.date) } ?? AuditFilter.anyTime.lowerBound
            let end = last.map { time.start(of: $0.next.date) } ?? AuditFilter.anyTime.upperBound
            let name = parameters.person.removingWhitespace
            do throws(ChatError) {
                let user = name.isEmpty ? nil : try await Self.user(name, users)
                self = .filter(AuditFilter(times: start..<end, user: user, kind: parameters.kind))
            } catch {
                guard error.reason == .notFound else { throw error }
                self = .fault(.person)
            }
        }
    }

    /// The person with an alias, or a User ID, also of somebody who was deleted.
    private static func user(_ name: String, _ users: any UserRepository) async throws(ChatError) -> UserID {
        if let id = UserID(name) { return id }
        let bare = name.utf8.first == UInt8(ascii: "@") ? String(name.unicodeScalars.dropFirst()) : name
        guard let alias = Alias(bare.asciiLowercased) else { throw ChatError(.notFound, during: "audit") }
        return try await users.user(alias: alias).id
    }
}

/// Why a filter can't be understood.
enum AuditFault {
    case firstDay, lastDay, order, person

    var wording: Sentence {
        switch self {
        case .firstDay, .lastDay: AuditWording.badDay
        case .order: AuditWording.badOrder
        case .person: AuditWording.badPerson
        }
    }

    /// The name of the field that is to be changed.
    var field: String {
        switch self {
        case .firstDay: AuditParameters.fromField
        case .lastDay, .order: AuditParameters.toField
        case .person: AuditParameters.personField
        }
    }
}
