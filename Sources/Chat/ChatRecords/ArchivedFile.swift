public import Chat

/// What a copy needs of a row of `ArchiveTable.files` beside the row itself.
public struct ArchivedFile {
    public let message: MessageID
    /// Its name, folded, as a search looks through it behind the text of the message.
    public let searched: String

    /// `nil` for a file that was not sent.
    public init?(_ row: ArchiveRow) {
        guard case .text(let name) = row[3], case .text(let text) = row[11], let message = MessageID(text) else {
            return nil
        }
        self.message = message
        searched = FoldedText([Attachment].searchedText(of: name)).description
    }
}
