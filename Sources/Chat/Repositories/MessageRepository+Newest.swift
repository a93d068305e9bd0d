extension MessageRepository {
    /// Asks for each conversation in turn, a few at once: for backends that have no better way.
    public func newest(inEach conversations: [ConversationID], as user: UserID)
        async throws(ChatError) -> [ConversationID: Message]
    {
        typealias Answer = (conversation: ConversationID, message: Result<Message?, ChatError>)
        var newest: [ConversationID: Message] = [:]
        var rest = conversations.makeIterator()
        let failure: ChatError? = await withTaskGroup(of: Answer.self) { group in
            func ask(_ conversation: ConversationID) {
                group.addTask { (conversation, await self.newest(in: conversation, as: user)) }
            }
            for _ in 0..<MessageLimits.maximumReadsAtOnce {
                guard let conversation = rest.next() else { break }
                ask(conversation)
            }
            for await answer in group {
                switch answer.message {
                case .success(let message): newest[answer.conversation] = message
                case .failure(let error) where error.reason == .notParticipant: break
                case .failure(let error):
                    group.cancelAll()
                    return error
                }
                if let conversation = rest.next() { ask(conversation) }
            }
            return nil
        }
        if let failure { throw failure }
        return newest
    }

    private func newest(in conversation: ConversationID, as user: UserID) async -> Result<Message?, ChatError> {
        do throws(ChatError) {
            return .success(try await messages(in: conversation, as: user, before: nil, limit: 1).first)
        } catch {
            return .failure(error)
        }
    }
}
