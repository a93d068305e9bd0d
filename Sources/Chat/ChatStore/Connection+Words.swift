internal import Chat
internal import SQLite

extension Connection {
    /// Lets the words of a message be found.
    mutating func index(_ text: String, ofMessage number: Int64) throws {
        try run("INSERT INTO message_words (number, folded) VALUES (?, ?)", number, FoldedText(text).description)
    }

    /// Lets the words of a message be found no more.
    mutating func forgetWords(of message: MessageID) throws {
        try run(
            "DELETE FROM message_words WHERE number = (SELECT number FROM messages WHERE id = ?)", message.description)
    }
}
