extension String {
    /// Fails where the bytes are not UTF-8.
    ///
    /// Not `String(validating:as:)`, which apps only have from iOS 18 and macOS 15 on, and which asks the runtime for
    /// types each time. Decoding repairs what is not UTF-8, which shows.
    public init?(validUTF8 bytes: UnsafeBufferPointer<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        let isSame = withBytes { text in
            // Without leaving early, so that many bytes are compared at once.
            text.count == bytes.count && bytes.indices.reduce(0) { $0 | (text[$1] ^ bytes[$1]) } == 0
        }
        guard isSame else { return nil }
    }
}
