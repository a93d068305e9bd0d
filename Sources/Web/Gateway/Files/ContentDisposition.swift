import Chat
import HTTP

/// The `Content-Disposition` of a file (RFC 6266): whether it is shown or saved, and under which name.
struct ContentDisposition {
    let field: String

    /// The name stands there twice: in ASCII for old clients, and encoded (RFC 8187).
    init(_ name: FileName, isShown: Bool) {
        let plain = String(
            String.UnicodeScalarView(
                name.description.unicodeScalars.map { scalar in
                    scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F
                        && !"\"\\%".unicodeScalars.contains(scalar)
                        ? scalar : "_"
                }))
        let kind = isShown ? "inline" : "attachment"
        field = "\(kind); filename=\"\(plain)\"; filename*=UTF-8''\(PercentEncoding.encode(name.description))"
    }
}
