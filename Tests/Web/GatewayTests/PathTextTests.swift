import Chat
import HTML
import HTTP
import Testing

@testable import Gateway

@Suite struct PathTextTests {
    @Test(arguments: [0, 1, 40, 400, 4_000]) func `a path may be of any length`(length: Int) {
        let words = String(repeating: "縁 &", count: length)
        let text = routes.search(query: words).text
        #expect(text == (length == 0 ? "/search" : "/search?q=" + String(repeating: "%E7%B8%81%20%26", count: length)))
        #expect(RequestTarget(text).flatMap { routes.search.parameters(of: $0) }?.query == words)
    }

    @Test(arguments: [0, -1, 7, 1_795_256_906_598, .min, .max]) func `numbers are written in decimal digits`(
        number: Int64
    ) {
        #expect(TextBuilder.text { $0.add(number) } == "\(number)")
    }

    @Test func `so are those around each power of ten`() {
        var power: Int64 = 1
        while !power.multipliedReportingOverflow(by: 10).overflow {
            for number in [power - 1, power, power + 1, power * 7 + 3, 123_456_789_012_345_678 % power] {
                #expect(TextBuilder.text { $0.add(number) } == "\(number)")
                #expect(TextBuilder.text { $0.add(-number) } == "\(-number)")
            }
            power *= 10
        }
        for number in Int64(0)...20_000 { #expect(TextBuilder.text { $0.add(number) } == "\(number)") }
    }

    @Test func `a message's path says conversation, message and moment`() throws {
        let id = try #require(ConversationID("550e8400-e29b-41d4-a716-446655450001"))
        let message = try #require(MessageID("d2e85975-79a3-419f-9860-6330457b9da6"))
        let path = routes.message(id, message, at: Timestamp(milliseconds: 1_795_257_639_771))
        #expect(
            "\(path.url(at: "m-\(message)"))"
                == "/conversations/\(id)/messages/\(message)?at=1795257639771#m-\(message)")
        let read = RequestTarget(path.text).flatMap { routes.message.parameters(of: $0) }
        #expect(read?.moment?.milliseconds == 1_795_257_639_771)
    }

    @Test func `a path is the same on a page as in a URL, but for what HTML wants escaped`() throws {
        let id = ConversationID.random()
        let cursor = MessageCursor(moment: Timestamp(milliseconds: 1_795_255_200_000), message: .random())
        func compare<Parameters>(_ route: Route<Parameters>, _ parameters: Parameters) {
            var onPage = HTMLWriter()
            route.write(parameters, to: &onPage)
            var escaped = HTMLWriter()
            route(parameters).text.write(to: &escaped)
            #expect(onPage.bytes == escaped.bytes)
        }
        compare(routes.signIn, ReturnParameters(Path("/search?q='a'&b=\"")))
        compare(routes.thread, ThreadParameters(conversation: id, place: .before(cursor), reply: .random()))
        compare(routes.react, MessageParameters(conversation: id, message: .random(), moment: cursor.moment))
        compare(routes.person, .random())
        compare(routes.search, SearchParameters("<縁 & side>"))
        compare(routes.events, EventsParameters(watching: [id, .random()], after: nil))
        compare(routes.asset, AssetParameters(version: "1", name: "a/b.css"))
    }

    @Test func `a path that is written in two parts is the same as in one`() {
        let message = MessageParameters(
            conversation: .random(), message: .random(), moment: Timestamp(milliseconds: 1_795_255_200_000))
        let text = TextBuilder.text {
            routes.react.writeStart(message, to: &$0)
            $0.add(message.message)
            routes.react.writeEnd(message, to: &$0)
        }
        #expect(text == routes.react(message).text)
    }
}
