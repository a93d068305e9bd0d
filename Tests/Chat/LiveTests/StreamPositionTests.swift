import Chat
import Testing

@testable import Live

struct StreamPositionTests {
    private func posted() -> ToldChange { ToldChange(RecordedChange.posted(.random()))! }

    @Test func `is read as it is written`() throws {
        let moment = Timestamp(milliseconds: 1_796_000_000_000)
        for position in [
            StreamPosition(EventID(7)), StreamPosition(EventID(.max), moment: moment),
            StreamPosition(EventID(7), moment: moment, told: (0..<ToldChanges.maximum).map { _ in posted() }),
        ] {
            #expect(StreamPosition(text: position.text) == position)
            #expect(position.text.utf8.count <= 1_200, "\(position.text)")
        }
    }

    @Test(arguments: ["", "-", "x", "-1", "1-", "1-x", "1--1", "1-0", "18446744073709551616"])
    func `is nothing else`(text: String) { #expect(StreamPosition(text: text) == nil) }

    @Test func `is read without what can't be understood`() throws {
        let hyphens = try #require(StreamPosition(text: "1-2-a.-.b-.c.+.zzzzzzzzzzzz"))
        #expect(hyphens.told.map(\.text) == ["000000000a", "000000000c"])
        let many = try #require(StreamPosition(text: "1-2-" + (0..<500).map { "a\($0)" }.joined(separator: ".")))
        #expect(many.told.count == ToldChanges.maximum)
        #expect(many.told.last?.text == "000000a499")
    }

    @Test func `what is told once is told apart`() {
        let message = MessageID.random()
        #expect(ToldChange(RecordedChange.posted(message)) == ToldChange(RecordedChange.posted(message)))
        #expect(ToldChange(RecordedChange.posted(message)) != ToldChange(RecordedChange.deleted(message)))
        for change in [RecordedChange.changed(message), .conversation, .replaced] { #expect(ToldChange(change) == nil) }
    }

    @Test func `a subscriber is told once that a message was deleted, and each time how it is now`() {
        let message = MessageID.random()
        let subscribers = (0..<2).map { number in
            Subscriber(
                user: .random(), session: "\(number)", locale: DisplayLocale(language: "en", zone: "UTC"),
                write: { _ in }, end: {})
        }
        let deletion = LiveEvent(id: EventID(1), conversation: .random(), kind: .feed(.deleted(message)))
        // At another process.
        subscribers[0].noteTold([ToldChange(RecordedChange.deleted(message))!], at: nil)
        let told = Publication(event: deletion, subscribers: subscribers, currentUntil: Timestamp(milliseconds: 7))
        let positions = subscribers.map { subscriber in
            told.positionText(of: subscriber).flatMap { StreamPosition(text: String(decoding: $0, as: UTF8.self)) }
        }
        let moment = Timestamp(milliseconds: 7)
        let known = ToldChange(RecordedChange.deleted(message))!
        #expect(
            positions == [
                StreamPosition(EventID(1), moment: moment, told: [known]), StreamPosition(EventID(1), moment: moment),
            ])
        let first = Publication(event: deletion, subscribers: subscribers).toThoseNotTold
        #expect(first.subscribers.map(\.session) == ["1"])
        #expect(Publication(event: deletion, subscribers: subscribers).toThoseNotTold.subscribers.isEmpty)
        let refresh = LiveEvent(id: EventID(2), conversation: nil, kind: .refresh)
        for _ in 0..<2 {
            #expect(Publication(event: refresh, subscribers: subscribers).toThoseNotTold.subscribers.count == 2)
        }
    }

    @Test func `keeps what was told lately, and not too much of it`() {
        var told = ToldChanges()
        let start = Timestamp(milliseconds: 1_796_000_000_000)
        let first = posted()
        // Before the store has said what is current.
        told.add(first, at: nil)
        #expect(told.changes.map(\.change) == [first])
        for _ in 0..<ToldChanges.maximum { told.add(posted(), at: start) }
        #expect(told.changes.count == ToldChanges.maximum)
        #expect(!told.changes.contains { $0.change == first })
        told.add(posted(), at: start.adding(ToldChanges.span + .milliseconds(1)))
        #expect(told.changes.count == 1)
        var early = ToldChanges()
        early.add(first, at: nil)
        early.add(posted(), at: start)
        early.add(posted(), at: start.adding(ToldChanges.span))
        #expect(early.changes.count == 3)
        early.add(posted(), at: start.adding(ToldChanges.span + .milliseconds(1)))
        #expect(early.changes.count == 2)
    }
}
