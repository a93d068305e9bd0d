extension Message: Codable {
    private enum Member: String, CodingKey {
        case id, conversation, content, replyTo, createdAt, reactions, attachments, editedAt, thread
    }

    /// Reads also what versions wrote that knew no files, no edited messages and no threads.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        self.init(
            id: try members.decode(MessageID.self, forKey: .id),
            conversation: try members.decode(ConversationID.self, forKey: .conversation),
            content: try members.decode(Content.self, forKey: .content),
            replyTo: try members.decodeIfPresent(MessageID.self, forKey: .replyTo),
            createdAt: try members.decode(Timestamp.self, forKey: .createdAt),
            reactions: try members.decode([Reaction].self, forKey: .reactions),
            attachments: try members.decodeIfPresent([Attachment].self, forKey: .attachments) ?? [],
            editedAt: try members.decodeIfPresent(Timestamp.self, forKey: .editedAt),
            thread: try members.decodeIfPresent(MessageThread.self, forKey: .thread))
    }

    /// A message without files and thread that was not edited is written as versions wrote it that knew none of these.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(id, forKey: .id)
        try members.encode(conversation, forKey: .conversation)
        try members.encode(content, forKey: .content)
        try members.encodeIfPresent(replyTo, forKey: .replyTo)
        try members.encode(createdAt, forKey: .createdAt)
        try members.encode(reactions, forKey: .reactions)
        if !attachments.isEmpty { try members.encode(attachments, forKey: .attachments) }
        try members.encodeIfPresent(editedAt, forKey: .editedAt)
        try members.encodeIfPresent(thread, forKey: .thread)
    }
}
