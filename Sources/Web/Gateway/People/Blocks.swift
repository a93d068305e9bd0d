import Accounts
import Chat

/// Who has blocked whom: neither sends the other one messages in their direct conversation, changes what was sent there, or
/// reacts to it.
struct Blocks: Sendable {
    let accounts: AccountRegister

    /// Whether the other person of a direct conversation is blocked, or has blocked; `.none` in a group.
    func block(in conversation: Conversation, for user: UserID) async throws -> Block {
        guard let other = conversation.otherPerson(than: user) else { return .none }
        return try await accounts.block(of: user, towards: other)
    }

    /// - Throws: `.forbidden` where one of the two has blocked the other.
    func check(_ conversation: Conversation, for user: UserID) async throws(ChatError) {
        let block: Block
        do { block = try await self.block(in: conversation, for: user) } catch {
            throw ChatError(.unavailable("the accounts can't be read"), during: "block")
        }
        guard block == .none else { throw ChatError(.forbidden, during: "block") }
    }
}

extension Conversation {
    /// The other person of a direct conversation; `nil` in a group, and where there is nobody else.
    func otherPerson(than user: UserID) -> UserID? {
        kind == .direct ? participants.first { $0.user.id != user }?.user.id : nil
    }
}

extension Block {
    /// Why nothing can be sent; `nil` where it can.
    var sentence: Sentence? {
        switch self {
        case .none: nil
        case .own: BlockWording.youBlocked
        case .others: BlockWording.notReachable
        }
    }
}
