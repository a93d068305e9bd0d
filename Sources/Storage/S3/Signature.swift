import Bytes
import Cryptography
import HTTP

/// The signature of a request with an access key: version 4 with HMAC-SHA256 (Amazon S3 API Reference, "Authenticating
/// Requests (AWS Signature Version 4)").
///
/// Made here, because libcurl (7.88, `CURLOPT_AWS_SIGV4`) signs the path of the URL that it parses, and is given the target
/// of a request as it stands; and because the hash of a body that is read from a file it can't know.
struct Signature {
    let key: S3Key
    let region: S3Region
    let service = "s3"
    static let algorithm = "AWS4-HMAC-SHA256"
    /// The hash of a request without a body.
    static let emptyHash = Hexadecimal.encode(SHA256.hash([]))

    /// The fields that have to be sent with a request, those of `signed` among them.
    ///
    /// - Parameters:
    ///   - host: the field `Host` as it is sent.
    ///   - path: percent-encoded.
    ///   - query: names and values, not encoded.
    ///   - signed: other fields that the signature covers.
    ///   - bodyHash: SHA-256 of the body in hexadecimal digits.
    ///   - time: `20130524T000000Z`.
    func fields(
        _ method: Method, host: String, path: String, query: [(String, String)], signed: HeaderFields = [:],
        bodyHash: String, time: String
    ) -> HeaderFields {
        var fields = signed
        fields.append("x-amz-content-sha256", bodyHash)
        fields.append("x-amz-date", time)
        var canonical = fields.fields.map { ($0.name.canonical, $0.value) }
        canonical.append(("host", host))
        canonical.sort { $0.0 < $1.0 }
        let names = canonical.map(\.0).joined(separator: ";")
        let request = [
            method.rawValue, path, Self.canonical(query), canonical.map { "\($0):\($1)\n" }.joined(), names, bodyHash,
        ].joined(separator: "\n")
        let scope = "\(time.prefix(8))/\(region)/\(service)/aws4_request"
        let text = [Self.algorithm, time, scope, Hexadecimal.encode(SHA256.hash(Array(request.utf8)))]
            .joined(separator: "\n")
        var code = Array("AWS4\(key.secret.revealed)".utf8)
        for part in scope.split(separator: "/") { code = HMACSHA256.code(for: Array(part.utf8), key: code) }
        let signature = Hexadecimal.encode(HMACSHA256.code(for: Array(text.utf8), key: code))
        fields.append(
            "Authorization",
            "\(Self.algorithm) Credential=\(key.id)/\(scope),SignedHeaders=\(names),Signature=\(signature)")
        return fields
    }

    /// A query in the order and notation that the signature needs, which is that of the URL too.
    static func canonical(_ query: [(String, String)]) -> String {
        query.map { (PercentEncoding.encode($0), PercentEncoding.encode($1)) }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
            .map { "\($0)=\($1)" }.joined(separator: "&")
    }
}
