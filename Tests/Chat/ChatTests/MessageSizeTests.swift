import Chat
import Testing

@Suite struct MessageSizeTests {
    private let plain = Message(
        id: .random(), conversation: .random(), content: .text(sender: .random(), text: "a"), replyTo: nil,
        createdAt: Timestamp(milliseconds: 1), reactions: [])

    @Test func `a message takes few bytes, as many thousands are cached`() {
        #expect(MemoryLayout<Message>.stride <= 96)
    }

    @Test func `what few messages have makes them different, and without it they are as before`() {
        let thread = MessageThread(conversation: .random(), replies: 2)
        var (one, other) = (plain, plain)
        one.thread = thread
        #expect(one != plain && one.thread == thread && one.attachments.isEmpty && one.replyTo == nil)
        other.thread = thread
        #expect(one == other && one.hashValue == other.hashValue)
        other.thread = MessageThread(conversation: thread.conversation, replies: 3)
        #expect(one != other)
        one.thread = nil
        #expect(one == plain)
    }
}
