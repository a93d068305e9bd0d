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
    let say: Speaker
    let list: BesideList
    /// The conversation that the page is about.
    let current: ConversationID?

    var body: some View {
        aside(.class("beside"), .aria(.label, say(ConversationWording.list))) {
            div(.class("beside-list")) {
                let split = split
                RawHTML(trusted: Array(list.bytes[..<split]))
                if split < list.bytes.endIndex { RawHTML(trusted: Array(#" aria-current="page""#.utf8)) }
                RawHTML(trusted: Array(list.bytes[split...]))
            }
        }
    }

    /// The place of an attribute of the current conversation's link; the end where the list has none.
    private var split: Int {
        guard let current else { return list.bytes.endIndex }
        let start = ConversationRow.start
        let link = Array((start + #" href="\#(routes.thread(current).text)#"#).utf8)
        return list.bytes.firstIndex(of: link).map { $0 + start.utf8.count } ?? list.bytes.endIndex
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
