import Compression
import HTTP

extension Response {
    /// Smaller pages are not compressed: they fit into one or two packets anyway.
    private static let minimumToCompress = ByteCount.kibibytes(1)

    /// The content coding that the request accepts; `nil` for none.
    static func coding(for request: Request) -> ContentCoding? {
        let accepted = Preferences(request.headers[.acceptEncoding])
        return ContentCoding.allCases.first { accepted.accepts($0.rawValue) }
    }

    /// The response compressed, if it may be and the request accepts a coding.
    ///
    /// If `If-None-Match` names the compressed response, the body stays uncompressed: it is replaced by a 304.
    func compressed(for request: Request) -> Response {
        guard isCompressible, headers[.contentEncoding] == nil else { return self }
        var plain = self
        plain.headers[.vary] = varyingByCoding
        guard let coding = Self.coding(for: request) else { return plain }
        if let tag = tag(in: coding), let field = request.headers[.ifNoneMatch], tag.matches(ifNoneMatch: field) {
            plain.headers[.eTag] = tag.serialized
            return plain
        }
        return compressed(in: coding) ?? plain
    }

    /// The response in this coding; `nil` if it must not be compressed, or is too small.
    func compressed(in coding: ContentCoding) -> Response? {
        guard isCompressible, body.count >= Self.minimumToCompress.bytes, headers[.contentEncoding] == nil,
            let bytes = coding.compress(body, .little, separating: SeparateParts(separateParts))
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
