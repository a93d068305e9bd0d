import HTTP

extension ClientRequest {
    /// The scheme and the authority of the URL, and what a server is asked for (RFC 9112 §3.2.1).
    var splitURL: (origin: String, target: String) {
        var url = url
        return url.withUTF8 { Self.split($0) }
    }

    private static func split(_ url: UnsafeBufferPointer<UInt8>) -> (origin: String, target: String) {
        let colon = url.firstIndex(of: UInt8(ascii: ":")) ?? url.count
        // Behind `://`.
        let authority = min(colon + 3, url.count)
        let path = url[authority...].firstIndex(where: endsAuthority) ?? url.count
        let end = url[path...].firstIndex(of: UInt8(ascii: "#")) ?? url.count
        let target = String(decoding: url[path..<end], as: UTF8.self)
        return (
            String(decoding: url[..<path], as: UTF8.self),
            path < end && url[path] == UInt8(ascii: "/") ? target : "/" + target
        )
    }

    /// RFC 3986 §3.2
    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
