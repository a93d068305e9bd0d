import COpenSSL

/// PEM text (RFC 7468), read and written by OpenSSL.
enum PEMText {
    /// The maximum length of one key or certificate.
    static let maximumBytes = 16_384

    /// - Parameter read: gets an OpenSSL BIO with the text.
    static func read<Value>(
        _ text: String, maximumBytes: Int = maximumBytes, _ read: (OpaquePointer) -> Value?
    ) -> Value? {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= maximumBytes else { return nil }
        // OpenSSL reads from the bytes themselves, and copies nothing.
        return bytes.withUnsafeBytes { bytes in
            guard let input = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else { return nil }
            defer {
                BIO_free(input)
                ERR_clear_error()
            }
            return read(input)
        }
    }

    /// The first private key that is not encrypted, to be freed by the caller.
    static func privateKey(_ text: String, maximumBytes: Int = maximumBytes) -> OpaquePointer? {
        // Without a callback, OpenSSL would prompt for a password on the terminal.
        read(text, maximumBytes: maximumBytes) { PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil) }
    }

    /// - Parameter write: returns 1 if it has written.
    static func written(_ write: (OpaquePointer) -> Int32) -> String {
        guard let output = BIO_new(BIO_s_mem()) else { fatalError("out of memory for PEM") }
        defer { BIO_free(output) }
        precondition(write(output) == 1, "OpenSSL writes what it has made or read")
        var bytes = [UInt8](repeating: 0, count: maximumBytes)
        let count = BIO_read(output, &bytes, Int32(bytes.count))
        return String(decoding: bytes.prefix(max(0, Int(count))), as: UTF8.self)
    }
}
