/// A recorded request to a backend with its response.
///
/// The format is that of `Tests/Recordings`: bodies are text, and each header field has one value.
public struct RecordedExchange: Sendable, Equatable, Codable, CustomStringConvertible {
    public struct Request: Sendable, Equatable, Codable {
        public var method: String
        /// The path after the base URL, and the query, as they were sent.
        public var path: String
        public var headers: [String: String]
        /// `nil` without a body.
        public var body: String?

        public init(method: String, path: String, headers: [String: String] = [:], body: String? = nil) {
            self.method = method
            self.path = path
            self.headers = headers
            self.body = body
        }

        /// Encodes a missing body as `null`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(method, forKey: .method)
            try container.encode(path, forKey: .path)
            try container.encode(headers, forKey: .headers)
            try container.encode(body, forKey: .body)
        }
    }

    public struct Response: Sendable, Equatable, Codable {
        public var status: Int
        public var headers: [String: String]
        public var body: String

        public init(status: Int, headers: [String: String] = [:], body: String) {
            self.status = status
            self.headers = headers
            self.body = body
        }
    }

    /// Name and notes for readers.
    public struct Meta: Sendable, Equatable, Codable {
        public var name: String
        public var note: String?

        public init(name: String, note: String? = nil) {
            self.name = name
            self.note = note
        }
    }

    public var request: Request
    public var response: Response
    public var meta: Meta

    public init(request: Request, response: Response, meta: Meta) {
        self.request = request
        self.response = response
        self.meta = meta
    }

    /// `user-create: POST /users, 201`
    public var description: String { "\(meta.name): \(request.method) \(request.path), \(response.status)" }
}
