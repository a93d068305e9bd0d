import Chat
import HTML
import Live

/// The first page of a person's list of conversations, rendered, for the pages beside which a wide screen shows it.
struct BesideList: Sendable {
    let bytes: [UInt8]
    /// The version of the list that `bytes` shows; `nil` where that is not known, and so no page with it may be cached.
    let version: PageVersion?
}

/// The list beside the content of a page.
struct BesideView: View {
    private let say: Speaker
    private let content: [UInt8]

    /// - Parameter current: the conversation that the page is about.
    init(_ list: BesideList, current: ConversationID?, _ say: Speaker) {
        self.say = say
        var content = list.bytes
        let start = ConversationRow.start
        if let current,
            let link = content.firstIndex(of: Array((start + #" href="\#(routes.thread(current).text)#"#).utf8))
        {
            content.insert(contentsOf: #" aria-current="page""#.utf8, at: link + start.utf8.count)
        }
        self.content = content
    }

    var body: some View {
        aside(.class("beside"), .aria(.label, say(ConversationWording.list))) {
            div(.class("beside-list")) { RawHTML(trusted: content) }
        }
    }

    /// Where the list stands in the bytes of a page: it is not compressed together with the page. It has the texts of
    /// people who see nothing else of the page, and could learn about it from its compressed length (BREACH).
    func range(in page: [UInt8]) -> Range<Int>? {
        let start = Array(#"<div class="beside-list">"#.utf8)
        return page.firstIndex(of: start).map { ($0 + start.count)..<($0 + start.count + content.count) }
    }
}

extension [UInt8] {
    /// Where `part` begins for the first time.
    fileprivate func firstIndex(of part: [UInt8]) -> Int? {
        withUnsafeBufferPointer { bytes in
            part.withUnsafeBufferPointer { part in
                guard let first = part.first, bytes.count >= part.count else { return nil }
                return (0...(bytes.count - part.count)).first { start in
                    bytes[start] == first && part.indices.allSatisfy { bytes[start + $0] == part[$0] }
                }
            }
        }
    }
}
