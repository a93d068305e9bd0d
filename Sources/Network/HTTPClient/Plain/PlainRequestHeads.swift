import Bytes
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
        var head = ByteBuffer(capacity: target.utf8.count + origin.utf8.count + lines.count + 32)
        head.append(literal: "GET ")
        head.append(target)
        head.append(literal: " HTTP/1.1\r\nHost: ")
        head.append(String(origin.utf8.dropFirst("http://".utf8.count)) ?? "")
        head.append(literal: "\r\n")
        if let trace = request.trace { head.append("\(FieldName.traceParent): \(trace)\r\n") }
        head.append(lines)
        return head.bytes
    }
}
