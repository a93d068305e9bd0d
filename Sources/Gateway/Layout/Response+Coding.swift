import Compression
import HTTP

extension Response {
    /// A smaller page goes as it is: it fits into a packet or two anyway.
    private static let minimumToCompress = ByteCount.kibibytes(2)

    /// This page as `request` would rather have it: compressed, where it may be and the browser takes it.
    ///
    /// Where the browser says that it has that very page, the body stays as it is: 304 follows, and nobody sees it.
    func compressed(for request: Request) -> Response {
        guard isCompressible else { return self }
        var answer = self
        answer.headers[.vary] = [headers[.vary], "Accept-Encoding"].compactMap { $0 }.joined(separator: ", ")
        let accepted = Preferences(request.headers[.acceptEncoding])
        guard let coding = ContentCoding.allCases.first(where: { accepted.accepts($0.rawValue) }) else { return answer }
        if let tag = answer.tag(in: coding), let known = request.headers[.ifNoneMatch],
            tag.matches(ifNoneMatch: known)
        {
            answer.headers[.eTag] = tag.serialized
            return answer
        }
        return answer.compressed(in: coding) ?? answer
    }

    /// The page in a coding; `nil` where that saves nothing. For who keeps pages: it takes longer than to make some.
    func compressed(in coding: ContentCoding) -> Response? {
        guard isCompressible, body.count >= Self.minimumToCompress.bytes, headers[.contentEncoding] == nil,
            let bytes = coding.compress(body, .little)
        else { return nil }
        var answer = self
        answer.body = bytes
        answer.headers[.contentEncoding] = coding.rawValue
        answer.headers[.eTag] = tag(in: coding)?.serialized
        return answer
    }

    /// A strong tag names one representation (RFC 9110 §8.8.3.3).
    private func tag(in coding: ContentCoding) -> EntityTag? {
        headers[.eTag].flatMap { EntityTag(serialized: $0) }.map {
            EntityTag(opaque: "\($0.opaque)-\(coding.rawValue)", isWeak: $0.isWeak)
        }
    }
}
