import HTTP

/// Writes the heads of requests (RFC 9112 §3). Their fields are mostly those of the request before, and are kept.
struct PlainRequestHeads {
    private var fields: FieldsToSend?
    /// Of these fields, with the empty line that ends the head.
    private var lines: [UInt8] = []

    /// The head of a GET for `target` at `origin`, `http://` and an authority.
    ///
    /// These are of a URL that has been looked at, and fields hold no line ends, so no line ends early. No content coding
    /// is asked for: it would be libcurl's to undo.
    mutating func head(of request: ClientRequest, _ target: String, to origin: String) -> [UInt8] {
        let fields = FieldsToSend(request)
        if self.fields != fields {
            self.fields = fields
            lines = fields.unframing.flatMap { Array("\($0.name): \($0.value)\r\n".utf8) } + Array("\r\n".utf8)
        }
        var head: [UInt8] = []
        head.reserveCapacity(target.utf8.count + origin.utf8.count + lines.count + 32)
        Self.append("GET ", to: &head)
        Self.append(target, to: &head)
        Self.append(" HTTP/1.1\r\nHost: ", to: &head)
        Self.append(origin, from: "http://".utf8.count, to: &head)
        Self.append("\r\n", to: &head)
        head += lines
        return head
    }

    /// Adds a text in one piece; its `utf8` would come byte by byte.
    private static func append(_ text: String, from start: Int = 0, to head: inout [UInt8]) {
        var text = text
        text.withUTF8 { head.append(contentsOf: UnsafeBufferPointer(rebasing: $0[start...])) }
    }
}
