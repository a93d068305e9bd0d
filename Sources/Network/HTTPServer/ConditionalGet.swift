import HTTP

extension Response {
    /// `response`, 304 where the client already has it (RFC 9110 §13.2.2, §15.4.5), or the part of a file that the client
    /// asks for.
    ///
    /// - Parameter isHead: whether the method is `HEAD`, for which ranges are not defined (RFC 9110 §14.2).
    static func conditional(_ response: Response, to request: Request, isHead: Bool) -> Response {
        guard response.status == .ok, request.method == .get else { return response }
        let tag = response.headers[.eTag].flatMap { EntityTag(serialized: $0) }
        guard let tag, let condition = request.headers[.ifNoneMatch], tag.matches(ifNoneMatch: condition) else {
            return response.partial(for: request, tag, isHead: isHead)
        }
        var headers = response.headers
        headers[.contentType] = nil
        headers[.contentEncoding] = nil
        return Response(.notModified, headers: headers)
    }

    /// 206 with a part of the file, 416 where the part does not exist, or the response as it is (RFC 9110 §14.2, §13.1.5).
    private func partial(for request: Request, _ tag: EntityTag?, isHead: Bool) -> Response {
        guard let file, file.range == 0..<file.size else { return self }
        var whole = self
        whole.headers[.acceptRanges] = "bytes"
        guard !isHead, let range = request.headers[.range].flatMap({ ByteRange(field: $0) }),
            request.headers[.ifRange].map({ tag?.isStronglyEqual(toSerialized: $0) ?? false }) ?? true
        else { return whole }
        var headers = whole.headers
        guard let part = range.bytes(of: file.size) else {
            headers[.contentType] = nil
            headers[.contentRange] = "bytes */\(file.size)"
            return Response(.rangeNotSatisfiable, headers: headers)
        }
        headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.size)"
        var partial = Response(
            .partialContent, headers: headers, file: FileBody(path: file.path, size: file.size, range: part))
        partial.lease = lease
        return partial
    }
}
