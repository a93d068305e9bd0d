import Dispatch

/// Decodes one picture after the other on a thread of its own, so that neither a server's thread nor one of the
/// concurrency runtime's waits for it, and no more than one picture is in memory at its full size.
///
/// The thread goes away when there is nothing to decode.
struct DecodingQueue: Sendable {
    private let queue = DispatchQueue(label: "pictures", qos: .utility)

    func decode(_ bytes: [UInt8], _ limits: PictureLimits) async throws(PictureFault) -> Picture {
        let result: Result<Picture, PictureFault> = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(
                    returning: Result { () throws(PictureFault) in try Picture(decoding: bytes, limits) })
            }
        }
        return try result.get()
    }
}
