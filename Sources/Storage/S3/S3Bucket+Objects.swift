import Bytes
import HTTP
import HTTPClient

extension S3Bucket {
    /// An object of a list.
    struct Listed: Equatable {
        /// Behind the prefix of the location.
        let key: String
        let bytes: Int64
    }

    struct ListedObjects {
        let objects: [Listed]
        /// Whether there are more behind them.
        let goesOn: Bool
    }

    /// The most objects of one answer (ListObjectsV2, `max-keys`).
    static let listedAtOnce = 1_000

    /// The size of an object in bytes; `nil` where it is not there (HeadObject).
    func size(of key: String) async throws(S3Error) -> Int64? {
        let response = try await perform(S3Request(.head, key)) { $0.isSuccess || $0 == .notFound }
        guard response.status.isSuccess else { return nil }
        guard let length = response.headers[.contentLength].flatMap({ Int($0) }), length >= 0 else {
            throw .unexpectedAnswer("the length of an object")
        }
        return Int64(length)
    }

    /// Keeps a few bytes (PutObject).
    func put(_ bytes: [UInt8], as key: String) async throws(S3Error) {
        _ = try await perform(S3Request(.put, key).sending(bytes))
    }

    /// Keeps a file in one request (PutObject). The store refuses it where its hash is another one.
    func put(_ file: FileTransfer.Part, hash: [UInt8], as key: String) async throws(S3Error) {
        _ = try await perform(S3Request(.put, key).sending(file, hash: hash))
    }

    /// A few bytes (GetObject); `nil` where there is no such object.
    func get(_ key: String) async throws(S3Error) -> [UInt8]? {
        do throws(S3Error) { return try await perform(S3Request(.get, key)).body } catch {
            guard case .refused(.notFound, let code, _) = error, code != "NoSuchBucket" else { throw error }
            return nil
        }
    }

    /// Fetches a part of an object into the same part of a file that is there (GetObject).
    func get(_ key: String, _ part: FileTransfer.Part) async throws(S3Error) {
        var request = S3Request(.get, key).receiving(part)
        request.fields.append(.range, "bytes=\(part.offset)-\(part.offset + part.count - 1)")
        _ = try await perform(request) { $0 == .partialContent }
    }

    /// Deletes an object; one that is not there is deleted already (DeleteObject).
    func delete(_ key: String) async throws(S3Error) {
        do throws(S3Error) { _ = try await perform(S3Request(.delete, key)) } catch {
            guard case .refused(.notFound, let code, _) = error, code != "NoSuchBucket" else { throw error }
        }
    }

    /// The objects of one answer, whose keys begin so and are greater than `last`, in the order of their keys
    /// (ListObjectsV2). Keys are those behind the prefix of the location.
    func list(_ beginning: String, after last: String? = nil) async throws(S3Error) -> ListedObjects {
        var query = [
            ("list-type", "2"), ("prefix", location.prefix + beginning), ("max-keys", "\(Self.listedAtOnce)"),
            ("encoding-type", "url"),
        ]
        if let last { query.append(("start-after", location.prefix + last)) }
        let response = try await perform(S3Request(.get, nil, query: query))
        guard let list = XMLElement(document: response.body), list.name == "ListBucketResult" else {
            throw .unexpectedAnswer("a list of objects")
        }
        var objects: [Listed] = []
        for object in list.children(named: "Contents") {
            guard let key = object["Key"].flatMap({ PercentEncoding.decode($0) }),
                key.utf8.starts(with: location.prefix.utf8),
                let bytes = object["Size"].flatMap({ Int(digits: $0) })
            else { throw .unexpectedAnswer("a list of objects with this prefix") }
            let name = String(Substring(key.utf8.dropFirst(location.prefix.utf8.count)))
            if let before = objects.last?.key ?? last {
                guard before.utf8.lexicographicallyPrecedes(name.utf8) else {
                    throw .unexpectedAnswer("a list of objects in the order of their keys")
                }
            }
            objects.append(Listed(key: name, bytes: Int64(bytes)))
        }
        let goesOn = list["IsTruncated"] == "true"
        guard !goesOn || !objects.isEmpty else { throw .unexpectedAnswer("a list of objects that goes on") }
        return ListedObjects(objects: objects, goesOn: goesOn)
    }
}
