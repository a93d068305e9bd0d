import Bytes
import Chat
import OpenID

// The values of `PersonalDataExport`.
extension JSONWriter {
    mutating func write(_ user: User) {
        object { json in
            json.member("id", user.id.description)
            json.member("alias", user.alias)
            json.member("name", user.name)
            json.member("avatarUrl", user.avatarURL)
            json.member("createdAt", user.createdAt.iso8601)
        }
    }

    mutating func write(_ link: Identities.Link) {
        object { json in
            json.member("method", link.method.description)
            json.member("issuer", link.identity.issuer)
            json.member("subject", link.identity.subject)
            json.member("label", link.label)
            json.member("linkedAt", link.linkedAt.iso8601)
        }
    }

    mutating func write(_ passkey: Passkey) {
        object { json in
            json.member("name", passkey.name)
            json.member("device", passkey.device)
            json.member("createdAt", passkey.createdAt.iso8601)
            json.member("lastUsedAt", passkey.lastUsedAt?.iso8601)
        }
    }

    mutating func write(_ device: RememberedDevice) {
        object { json in
            json.member("device", device.device)
            json.member("address", device.address)
            json.member("rememberedAt", device.rememberedAt.iso8601)
            json.member("lastUsedAt", device.lastUsedAt.iso8601)
        }
    }

    mutating func write(_ session: Session) {
        object { json in
            json.member("id", session.id)
            json.member("method", session.method.description)
            json.member("device", session.device)
            json.member("address", session.address)
            json.member("signedInAt", session.signedInAt.iso8601)
            json.member("lastUsedAt", session.lastUsedAt.iso8601)
        }
    }

    mutating func write(_ membership: Membership) {
        object { json in
            json.member("id", membership.conversation.description)
            json.member("kind", membership.kind.rawValue)
            json.member("name", membership.name)
            json.member("role", membership.role.rawValue)
            json.member("joinedAt", membership.joinedAt.iso8601)
            json.member("leftAt", membership.leftAt?.iso8601)
        }
    }

    mutating func write(_ message: Message) {
        object { json in
            json.member("id", message.id.description)
            json.member("conversationId", message.conversation.description)
            if case .text(_, let text) = message.content { json.member("text", text) }
            json.member("replyTo", message.replyTo?.description)
            json.member("createdAt", message.createdAt.iso8601)
            if let moment = message.editedAt { json.member("editedAt", moment.iso8601) }
            if !message.attachments.isEmpty {
                json.begin("files")
                json.array(message.attachments) { $1.write($0) }
            }
        }
    }

    /// Without the content, which the site gives.
    mutating func write(_ file: Attachment) {
        object { json in
            json.member("id", file.id.description)
            json.member("name", file.name.description)
            json.member("type", file.type.description)
            json.member("bytes", Int(file.bytes))
        }
    }

    mutating func write(_ earlier: EarlierText) {
        object { json in
            json.member("messageId", earlier.message.description)
            json.member("text", earlier.version.text)
            json.member("writtenAt", earlier.version.writtenAt.iso8601)
        }
    }

    mutating func write(_ level: NotificationLevel, of conversation: ConversationID) {
        object { json in
            json.member("conversationId", conversation.description)
            json.member("level", level.level.rawValue)
            json.member("until", level.until?.iso8601)
        }
    }

    /// Without what the message said, which is somebody else's.
    mutating func write(_ report: MessageReport) {
        object { json in
            json.member("messageId", report.id.message.description)
            json.member("reason", report.reason.description)
            json.member("reportedAt", report.reportedAt.iso8601)
        }
    }

    mutating func write(_ message: ScheduledMessage) {
        object { json in
            json.member("conversationId", message.conversation.description)
            json.member("text", message.text.description)
            json.member("replyTo", message.reply?.description)
            json.member("dueAt", message.due.iso8601)
            json.member("state", message.state.rawValue)
        }
    }

    mutating func write(_ reaction: Reaction) {
        object { json in
            json.member("messageId", reaction.message.description)
            json.member("emoji", reaction.emoji)
            json.member("createdAt", reaction.createdAt.iso8601)
        }
    }

    /// Without the text, which may be somebody else's.
    mutating func write(_ bookmark: BookmarkedMessage) {
        object { json in
            json.member("messageId", bookmark.message.description)
            json.member("conversationId", bookmark.conversation.description)
            json.member("createdAt", bookmark.createdAt.iso8601)
        }
    }

    mutating func write(_ mark: ReadMark) {
        object { json in
            json.member("conversationId", mark.conversation.description)
            json.member("lastReadMessageId", mark.lastRead.description)
            json.member("updatedAt", mark.updatedAt.iso8601)
        }
    }

    mutating func write(_ draft: (key: ConversationID, value: String)) {
        object { json in
            json.member("conversationId", draft.key.description)
            json.member("text", draft.value)
        }
    }

    mutating func write(_ event: AuditEvent) {
        object { json in
            json.member("time", event.moment.iso8601)
            json.member("event", event.kind.rawValue)
            json.member("user", event.user?.description)
            json.member("by", event.actor?.description)
            json.member("method", event.method)
            json.member("address", event.address)
            json.member("detail", event.detail)
        }
    }
}
