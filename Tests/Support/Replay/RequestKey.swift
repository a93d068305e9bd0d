import HTTP

/// What makes two requests the same: method, path, the query in any order, and the body as JSON.
struct RequestKey: Hashable {
    private enum Body: Hashable {
        case none
        case json(JSONValue)
        case other([UInt8])
    }

    private let method: String
    private let path: [String]
    private let query: [[String]]
    private let body: Body

    init(method: String, target: RequestTarget, body: [UInt8]?) {
        self.method = method
        path = target.segments
        query = target.query.items.map { [$0.name, $0.value] }.sorted { $0.lexicographicallyPrecedes($1) }
        guard let body, !body.isEmpty else {
            self.body = .none
            return
        }
        self.body = JSONValue(parsing: body).map(Body.json) ?? .other(body)
    }

    init(_ request: Request) {
        let body: [UInt8]? =
            switch request.body {
            case .none: nil
            case .bytes(let bytes): bytes
            case .form(let form): form.urlEncoded
            }
        self.init(method: request.method.rawValue, target: request.target, body: body)
    }
}
