import Accounts
import Bytes
import Chat
import HTTP
import Live

/// Gives a person another name or alias, as typed by an admin or by the person.
struct Renaming: Sendable {
    let people: PeopleAdministration
    let live: Live

    enum Outcome {
        /// - Parameter aliases: what is noted in the audit log of a new alias; `nil` for the same.
        case renamed(aliases: String?)
        case refused(RenamingFault, Status)
    }

    /// - Parameter typedAlias: `nil` where it stays as it is.
    func rename(_ former: User, to typedName: String, alias typedAlias: String?) async throws -> Outcome {
        func refused(_ wording: Sentence, _ status: Status) -> Outcome {
            .refused(RenamingFault(wording: wording, name: typedName, alias: typedAlias ?? former.alias), status)
        }
        guard let name = DisplayName(typedName) else {
            return refused(RegisterWording.nameInvalid, .unprocessableContent)
        }
        var newAlias: Alias?
        if let typedAlias {
            guard let alias = Alias(typedAlias.removingWhitespace.asciiLowercased) else {
                return refused(RegisterWording.aliasInvalid, .unprocessableContent)
            }
            // An unchanged alias is not renamed at the passwords either.
            newAlias = alias.description == former.alias ? nil : alias
        }
        let renamed: User
        do { renamed = try await people.rename(former.id, to: name, alias: newAlias) } catch let error as ChatError
            where error.reason == .aliasTaken
        {
            return refused(RegisterWording.aliasTaken, .conflict)
        } catch let error as PasswordError where error.reason == .nameTaken {
            return refused(RegisterWording.aliasTaken, .conflict)
        }
        await live.reread(try await people.chat.memberships(of: former.id).map(\.conversation))
        return .renamed(aliases: newAlias == nil ? nil : "from \(former.alias) to \(renamed.alias)")
    }
}

/// Why a person was not renamed, with what was typed.
struct RenamingFault {
    let wording: Sentence
    let name: String
    let alias: String
}
