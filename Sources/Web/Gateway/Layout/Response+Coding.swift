import Compression
import HTTP

extension Response {
    /// A smaller page goes as it is: it fits into a packet or two anyway.
    private static let minimumToCompress = ByteCount.kibibytes(1)

    /// The coding in which `request` would have pages; `nil` for none.
    static func coding(for request: Request) -> ContentCoding? {
        let accepted = Preferences(request.headers[.acceptEncoding])
        return ContentCoding.allCases.first { accepted.accepts($0.rawValue) }
    }

    /// This page as `request` would rather have it: compressed, where it may be and the browser takes it.
    ///
    /// Where the browser says that it has that very page, the body stays as it is: 304 follows, and nobody sees it.
    func compressed(for request: Request) -> Response {
        guard isCompressible, headers[.contentEncoding] == nil else { return self }
        var plain = self
        plain.headers[.vary] = varyingByCoding
        guard let coding = Self.coding(for: request) else { return plain }
        if let tag = tag(in: coding), let known = request.headers[.ifNoneMatch], tag.matches(ifNoneMatch: known) {
            plain.headers[.eTag] = tag.serialized
            return plain
        }
        return compressed(in: coding) ?? plain
    }

    /// The page in a coding; `nil` where it may not be, or where that saves nothing.
    func compressed(in coding: ContentCoding) -> Response? {
        guard isCompressible, body.count >= Self.minimumToCompress.bytes, headers[.contentEncoding] == nil,
            let bytes = coding.compress(body, .little)
        else { return nil }
        var answer = self
        answer.body = bytes
        answer.headers[.vary] = varyingByCoding
        answer.headers[.contentEncoding] = coding.rawValue
        answer.headers[.eTag] = tag(in: coding)?.serialized
        return answer
    }

    private var varyingByCoding: String { (headers[.vary].map { "\($0), " } ?? "") + "Accept-Encoding" }

    /// A strong tag names one representation (RFC 9110 §8.8.3.3).
    private func tag(in coding: ContentCoding) -> EntityTag? {
        headers[.eTag].flatMap { EntityTag(serialized: $0) }.map {
            EntityTag(opaque: "\($0.opaque)-\(coding.rawValue)", isWeak: $0.isWeak)
        }
    }
}
