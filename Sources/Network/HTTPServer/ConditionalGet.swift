import HTTP

extension Response {
    /// `response`, or 304 where the client already has it (RFC 9110 §13.2.2, §15.4.5).
    static func conditional(_ response: Response, to request: Request) -> Response {
        guard response.status == .ok, request.method == .get,
            let condition = request.headers[.ifNoneMatch],
            let tag = response.headers[.eTag].flatMap({ EntityTag(serialized: $0) }),
            tag.matches(ifNoneMatch: condition)
        else { return response }
        var headers = response.headers
        headers[.contentType] = nil
        headers[.contentEncoding] = nil
        return Response(.notModified, headers: headers)
    }
}
