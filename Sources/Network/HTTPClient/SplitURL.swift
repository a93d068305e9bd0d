import Bytes
import HTTP

extension ClientRequest {
    /// The scheme and the authority of the URL, and what a server is asked for (RFC 9112 §3.2.1).
    var splitURL: (origin: String, target: String) {
        url.withBytes { url in
            let colon = url.firstIndex(of: UInt8(ascii: ":")) ?? url.count
            // RFC 3986 §3.2: the authority is between `://` and one of these.
            let path = url.dropFirst(colon + 3).firstIndex { "/?#".utf8.contains($0) } ?? url.count
            var rest = url[path...]
            let target = String(decoding: rest.take(upTo: UInt8(ascii: "#")), as: UTF8.self)
            return (
                String(decoding: url[..<path], as: UTF8.self),
                target.utf8.first == UInt8(ascii: "/") ? target : "/" + target
            )
        }
    }
}
