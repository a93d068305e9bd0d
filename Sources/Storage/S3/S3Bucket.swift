public import Chat
import Cryptography
public import HTTP
import HTTPClient

/// A bucket of a store with the interface of Amazon S3 (API version 2006-03-01), which is asked with the bucket in the path:
/// every compatible store knows that form.
///
/// A request that failed for a moment is repeated. No request moves more than a part of a file, and no file is in memory.
public final class S3Bucket: Sendable {
    public struct Limits: Sendable {
        /// A larger file is sent and fetched in parts of so many bytes. All parts but the last must have 5 MiB at least
        /// (Amazon S3 User Guide, "Multipart upload limits").
        public var partBytes: Int64 = 16 << 20
        /// How often a request is sent that fails for a moment.
        public var attempts = 3
        /// The time before the second attempt; before each further one twice as long.
        public var pause = Duration.milliseconds(500)
        /// How long a request may stand still.
        public var stallTimeout = Duration.seconds(20)

        public init() {}
    }

    /// The most parts of a file (Amazon S3 User Guide, "Multipart upload limits").
    static let maximumParts: Int64 = 10_000
    /// The time of one request and its response.
    static let requestTimeout = Duration.seconds(120)

    public let location: S3Location
    let limits: Limits
    private let endpoint: BaseURL
    private let signature: Signature
    private let client: CurlClient
    private let clock: Clock

    /// - Parameters:
    ///   - clock: says when a request was signed; stores refuse what differs from theirs by more than 15 minutes.
    public init(
        _ location: S3Location, at endpoint: BaseURL, _ region: S3Region, _ key: S3Key, limits: Limits = Limits(),
        clock: Clock = .system
    ) {
        self.location = location
        self.endpoint = endpoint
        self.limits = limits
        self.clock = clock
        signature = Signature(key: key, region: region)
        var configuration = CurlClient.Configuration()
        configuration.connectTimeout = .seconds(5)
        configuration.timeout = Self.requestTimeout
        configuration.stallTimeout = limits.stallTimeout
        // With a loop of its own: files are read and written on it.
        client = CurlClient(configuration)
    }

    /// The longest time of a request with all its attempts: none begins that could last longer.
    var longestTime: Duration { (Self.requestTimeout + limits.pause * (1 << limits.attempts)) * limits.attempts }

    /// Sends a request until it is answered, or `limits` end it.
    ///
    /// - Parameter succeeds: which statuses are no error.
    func perform(
        _ request: S3Request, succeeds: (Status) -> Bool = \.isSuccess
    ) async throws(S3Error) -> ClientResponse {
        let end = ContinuousClock.now + longestTime - Self.requestTimeout
        var (attempt, pause) = (1, limits.pause)
        while true {
            do throws(S3Error) {
                let response = try await send(request)
                guard succeeds(response.status) else { throw S3Error(response) }
                return response
            } catch {
                guard error.isTemporary, attempt < limits.attempts else { throw error }
                // Ends early where the task is cancelled: then the next attempt fails at once.
                try? await Task.sleep(for: pause)
                guard .now < end else { throw error }
                attempt += 1
                pause *= 2
            }
        }
    }

    private func send(_ request: S3Request) async throws(S3Error) -> ClientResponse {
        let path = "\(endpoint.pathPrefix)/\(location.bucket)\(request.key.map { "/\(location.prefix)\($0)" } ?? "")"
        let query = Signature.canonical(request.query)
        // `20130524T000000Z` of `2013-05-24T00:00:00.000Z`.
        let time = clock.now().iso8601.filter { $0 != "-" && $0 != ":" }.prefix(15) + "Z"
        let origin = endpoint.origin.description
        var fields = signature.fields(
            request.method, host: String(origin.drop { $0 != "/" }.dropFirst(2)), path: path, query: request.query,
            signed: request.fields, bodyHash: request.bodyHash, time: String(time))
        // What comes is written down as it is.
        fields.append(.acceptEncoding, "identity")
        let outgoing = ClientRequest(
            request.method, "\(origin)\(path)\(query.isEmpty ? "" : "?\(query)")", headers: fields, body: request.body)
        do throws(TransportError) {
            guard let files = request.files else { return try await client.send(outgoing) }
            return try await client.send(outgoing, files)
        } catch {
            throw .unreachable(error)
        }
    }
}

/// A request for an object, or for the bucket.
struct S3Request {
    let method: Method
    /// Behind the prefix of the location; `nil` for the bucket itself.
    let key: String?
    var query: [(String, String)] = []
    var fields: HeaderFields = [:]
    /// SHA-256 of the body, in hexadecimal digits.
    var bodyHash = Signature.emptyHash
    var body: [UInt8]?
    var files: FileTransfer?

    init(_ method: Method, _ key: String?, query: [(String, String)] = []) {
        self.method = method
        self.key = key
        self.query = query
    }

    func sending(_ body: [UInt8]) -> S3Request {
        var request = self
        request.body = body
        request.bodyHash = Hexadecimal.encode(SHA256.hash(body))
        return request
    }

    func sending(_ part: FileTransfer.Part, hash: [UInt8]) -> S3Request {
        var request = self
        request.files = .sending(part)
        request.bodyHash = Hexadecimal.encode(hash)
        return request
    }

    func receiving(_ part: FileTransfer.Part) -> S3Request {
        var request = self
        request.files = .receiving(part)
        return request
    }
}

extension S3Error {
    /// Of an answer that is no success (Amazon S3 API Reference, "REST error responses").
    init(_ response: ClientResponse) {
        let error = XMLElement(document: response.body).flatMap { $0.name == "Error" ? $0 : nil }
        func plain(_ name: String) -> String {
            String(
                String.UnicodeScalarView((error?[name] ?? "").unicodeScalars.filter { $0.value >= 0x20 }.prefix(200)))
        }
        self = .refused(response.status, code: plain("Code"), message: plain("Message"))
    }
}
