import HTTP
import HTTPServer

/// A form is read again from its own text, whatever it was made of. The first byte says how it is coded.
enum FormProperty {
    private static let boundary = "b"
    /// How often a body is sent before a connection without an answer counts.
    private static let attempts = 3

    static func check(_ input: [UInt8]) throws(Violation) {
        guard let kind = input.first else { return }
        let body = Array(input.dropFirst())
        guard let form = try read(body, isMultipart: kind % 2 == 1) else { return }
        try require(form.items.count <= LiveServer.limits.formFields, "\(form.items.count) fields")
        let written = form.urlEncoded
        // U+FFFD stands for what is not UTF-8, and takes three bytes, or nine as an escape.
        try require(written.count <= 9 * body.count + 2 * LiveServer.limits.formFields, "more than was sent")
        // A name must fit the buffer of libmicrohttpd's reader, and one that is empty ends the form there.
        guard form.items.allSatisfy({ !$0.name.isEmpty && $0.name.utf8.count <= 256 }) else { return }
        try require(try read(written, isMultipart: false) == form, "a form changes")
        try require(Form(parsing: String(decoding: written, as: UTF8.self)) == form, "a form is read in another way")
    }

    /// What a server makes of a body; `nil` where it refuses it.
    private static func read(_ body: [UInt8], isMultipart: Bool) throws(Violation) -> Form? {
        guard let server = LiveServer.shared else { throw Violation(description: "no server") }
        let type =
            isMultipart ? "multipart/form-data; boundary=\(boundary)" : "application/x-www-form-urlencoded"
        let head = """
            POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: \(type)\r
            Content-Length: \(body.count)\r\n\r\n
            """
        var exchanged = server.exchange(Array(head.utf8) + body, ends: false)
        // On a busy machine a connection can be lost; a body at fault loses it each time.
        for _ in 1..<attempts where exchanged?.answers.isEmpty == true {
            exchanged = server.exchange(Array(head.utf8) + body, ends: false)
        }
        guard let (answers, requests) = exchanged else {
            throw Violation(description: "the connection stays open")
        }
        guard case .form(let form) = requests.first?.body else {
            try require(
                body.isEmpty || [" 400 ", " 413 "].contains { answers.firstRange(of: Array($0.utf8)) != nil },
                "neither a form nor a refusal: \(String(decoding: answers, as: UTF8.self))")
            return nil
        }
        return form
    }
}
