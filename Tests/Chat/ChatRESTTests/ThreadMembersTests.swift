import Bytes
import Chat
import ChatStore
import HTTP
import Replay
import Testing

@testable import ChatBackend
@testable import ChatREST

/// What REST says of threads.
struct ThreadMembersTests {
    private let moment = Timestamp(milliseconds: 1_795_256_906_598)

    private func message(_ content: Message.Content, thread: MessageThread? = nil) -> Message {
        Message(
            id: .random(), conversation: .random(), content: content, replyTo: nil, createdAt: moment, reactions: [],
            thread: thread)
    }

    private func conversation(hasThreads: Bool = false, thread: ThreadOrigin? = nil) -> Conversation {
        Conversation(
            id: .random(), kind: .group, name: "縁側", createdAt: moment, participants: [], hasThreads: hasThreads,
            thread: thread)
    }

    private func written(_ value: some JSONWritable) -> String {
        var writer = JSONWriter(capacity: 1)
        value.write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func read<Value: JSONReadable>(_ type: Value.Type, from text: String) throws -> Value {
        try JSONReader.read(Array(text.utf8)) { (json) throws(JSONReader.Stop) in try Value(from: &json) }
    }

    @Test func `the replies to a message are read as they were written`() throws {
        let plain = message(.text(sender: .random(), text: "a"))
        #expect(!written(plain).contains("thread"))
        #expect(try read(Message.self, from: written(plain)) == plain)
        let none = written(plain).replacing("{\"conv", with: "{\"thread\":null,\"conv")
        #expect(try read(Message.self, from: none) == plain)
        let answered = message(
            .text(sender: .random(), text: "a"), thread: MessageThread(conversation: .random(), replies: 12))
        #expect(try read(Message.self, from: written(answered)) == answered)
    }

    @Test(arguments: ["縁側 \"1\"", nil])
    func `what a thread belongs to is read as it was written`(text: String?) throws {
        let thread = conversation(
            thread: ThreadOrigin(conversation: .random(), message: .random(), text: text))
        #expect(written(thread).contains("excerpt") == (text != nil))
        #expect(try read(Conversation.self, from: written(thread)) == thread)
    }

    @Test func `an excerpt may be null, and is kept to one line`() throws {
        let (group, message) = (ConversationID.random(), MessageID.random())
        func origin(_ excerpt: String) throws -> ThreadOrigin {
            let text = #"{"conversationId":"\#(group)","excerpt":\#(excerpt),"messageId":"\#(message)"}"#
            return try read(ThreadOrigin.self, from: text)
        }
        #expect(try origin("null").excerpt == nil)
        #expect(try origin(#""a\nb""#).excerpt == "a b")
    }

    @Test func `a group says whether it has threads`() throws {
        for hasThreads in [true, false] {
            let group = conversation(hasThreads: hasThreads)
            #expect(written(group).contains("hasThreads") == hasThreads)
            #expect(try read(Conversation.self, from: written(group)) == group)
        }
    }

    @Test(arguments: [true, false]) func `a system message tells whether there are threads`(hasThreads: Bool) throws {
        let told = message(.changed(.hasThreads(hasThreads), by: .random()))
        #expect(try read(Message.self, from: written(told)) == told)
        let unclear = written(told).replacing("\"hasThreads\":\(hasThreads)", with: "\"hasThreads\":null")
        #expect(try read(Message.self, from: unclear).content == .other(text: nil))
    }

    @Test(arguments: [
        #""a""#, "[]", "{}", #"{"conversationId":"a","replies":1}"#,
        #"{"conversationId":"550e8400-e29b-41d4-a716-446655450001"}"#,
        #"{"conversationId":"550e8400-e29b-41d4-a716-446655450001","replies":-1}"#,
        #"{"conversationId":"550e8400-e29b-41d4-a716-446655450001","messageId":5}"#,
    ])
    func `a malformed thread is refused`(thread: String) {
        let answered = written(message(.text(sender: .random(), text: "a")))
            .replacing("{\"conv", with: "{\"thread\":\(thread),\"conv")
        #expect(throws: JSONReader.Stop.self) { try read(Message.self, from: answered) }
        let odd = written(conversation()).replacing("{\"created", with: "{\"thread\":\(thread),\"created")
        #expect(throws: JSONReader.Stop.self) { try read(Conversation.self, from: odd) }
    }

    @Test func `there are threads where the backend says so`() async throws {
        let backend = ChatBackend(repositories: try ChatStore(.memory, clock: .system).repositories)
        let rest = RESTRepositories(transport: HandlerTransport(backend.respond), baseURL: HandlerTransport.baseURL)
        #expect(!rest.repositories.threads.isThere)
        try await rest.capabilities.refresh()
        #expect(rest.repositories.threads.isThere)
        // It does not know yet what the backend behind it can do.
        let silent = ChatBackend(repositories: .answering("{}"))
        let other = RESTRepositories(transport: HandlerTransport(silent.respond), baseURL: HandlerTransport.baseURL)
        try await other.capabilities.refresh()
        #expect(!other.repositories.threads.isThere)
    }

    @Test func `an answer that names no conversation is unexpected`() async throws {
        for answer in ["{}", #"{"conversationId":"a"}"#, "[]"] {
            let error = await #expect(throws: ChatError.self) {
                _ = try await Repositories.answering(answer).threads.open(.random(), in: .random(), as: .random())
            }
            guard case .unexpectedAnswer = error?.reason else {
                Issue.record("\(answer) was read")
                continue
            }
        }
    }
}
