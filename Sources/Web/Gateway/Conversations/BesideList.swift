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
    /// A row without anybody's words, to which the compressed rows refer. Only on pages that may be compressed.
    private let sample: [UInt8]?

    /// - Parameter current: the conversation that the page is about.
    init(_ list: BesideList, current: ConversationID?, _ visit: Visit) {
        say = visit.say
        sample = current.map { _ in SampleRow(visit: visit).bytes(capacity: 2 << 10) }
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
            if let sample { template { RawHTML(trusted: sample) } }
            div(.class("beside-list")) { RawHTML(trusted: content) }
        }
    }

    /// The sample row, and each row of the list, in the bytes of a page: see `Response.separateParts`. The rows have the
    /// texts of people who see nothing else of the page, and could learn about it from its compressed length (BREACH).
    func parts(in page: [UInt8]) -> [Range<Int>] {
        let start = Array(#"<div class="beside-list">"#.utf8)
        guard let sample, let place = page.firstIndex(of: start) else { return [] }
        let end = place - "</template>".utf8.count
        let borders = content.indices(of: Array("<li".utf8)) + [content.count]
        return [(end - sample.count)..<end]
            + zip(borders, borders.dropFirst()).map { (place + start.count + $0)..<(place + start.count + $1) }
    }
}

extension [UInt8] {
    /// Where `part` begins for the first time.
    fileprivate func firstIndex(of part: [UInt8]) -> Int? { indices(of: part, atMost: 1).first }

    /// Where `part` begins, each time or the first times.
    fileprivate func indices(of part: [UInt8], atMost maximum: Int = .max) -> [Int] {
        withUnsafeBufferPointer { bytes in
            part.withUnsafeBufferPointer { part in
                var found: [Int] = []
                guard let first = part.first, bytes.count >= part.count else { return [] }
                for start in 0...(bytes.count - part.count)
                where bytes[start] == first && part.indices.allSatisfy({ bytes[start + $0] == part[$0] }) {
                    found.append(start)
                    if found.count == maximum { break }
                }
                return found
            }
        }
    }
}
