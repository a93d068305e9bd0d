public import HTTP

extension RecordedExchange {
    /// Header fields with secret values, which are replaced.
    static let secretFields: Set<FieldName> = [
        .authorization, .cookie, .setCookie, "Proxy-Authorization",
    ]

    /// The replacement for a secret.
    static let secretPlaceholder = "(left out)"

    /// Records a request and its response, without secrets in header fields.
    ///
    /// - Parameter baseURL: the root of the backend's routes, which is removed from the URL.
    public init(_ request: ClientRequest, _ response: ClientResponse, under baseURL: BaseURL, meta: Meta) {
        let base = baseURL.description
        let path = request.url.hasPrefix(base) ? String(request.url.dropFirst(base.count)) : request.url
        self.init(
            request: Request(
                method: request.method.rawValue, path: path.isEmpty ? "/" : path,
                headers: Self.recorded(request.headers),
                body: request.body.map { String(decoding: $0, as: UTF8.self) }),
            response: Response(
                status: response.status.rawValue, headers: Self.recorded(response.headers),
                body: String(decoding: response.body, as: UTF8.self)),
            meta: meta
        )
    }

    /// The response for a client; `nil` if the status or a field is invalid.
    public var clientResponse: ClientResponse? {
        guard let status = Status(rawValue: response.status) else { return nil }
        var headers = HeaderFields()
        for (name, value) in response.headers.sorted(by: { $0.key < $1.key }) {
            guard let name = FieldName(name) else { return nil }
            for value in name == .setCookie ? Self.cookies(value) : [value] { headers.append(name, value) }
        }
        return ClientResponse(status, headers: headers, body: Array(response.body.utf8))
    }

    /// Splits cookies that were recorded as one value at each comma before a name and `=`; other commas are part of
    /// dates (RFC 9110 §5.3).
    private static func cookies(_ joined: String) -> [String] {
        joined.split(separator: ", ").reduce(into: []) { cookies, part in
            let name = part.prefix { $0 != "=" }
            if cookies.isEmpty || name.count < part.count && FieldName(name) != nil {
                cookies.append(String(part))
            } else {
                cookies[cookies.count - 1] += ", \(part)"
            }
        }
    }

    private static func recorded(_ headers: HeaderFields) -> [String: String] {
        var recorded: [String: String] = [:]
        for field in headers.fields {
            let value = secretFields.contains(field.name) ? secretPlaceholder : field.value
            recorded[field.name.canonical] = recorded[field.name.canonical].map { "\($0), \(value)" } ?? value
        }
        return recorded
    }
}

extension FieldName {
    fileprivate static let authorization: FieldName = "Authorization"
}
