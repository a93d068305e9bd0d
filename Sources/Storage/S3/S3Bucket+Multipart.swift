import Bytes
import Chat
import Cryptography
import HTTP
import HTTPClient

extension S3Bucket {
    /// An upload in parts that has not ended.
    struct UnfinishedUpload {
        let key: String
        let id: String
        /// `nil` where the store does not say it.
        let begun: Timestamp?
    }

    /// Keeps a file in parts, each with its hash. What was sent of one that fails is deleted.
    ///
    /// - Parameter hash: reads a part of the file, and returns SHA-256 of it.
    func putInParts(
        _ path: String, bytes: Int64, as key: String,
        hash: (FileTransfer.Part) async throws(S3Error) -> [UInt8]
    ) async throws(S3Error) {
        let id = try await beginUpload(key)
        do throws(S3Error) {
            var tags: [String] = []
            let partBytes = partBytes(of: bytes)
            for offset in stride(from: 0, to: bytes, by: Int64.Stride(partBytes)) {
                let part = FileTransfer.Part(path, offset: offset, count: min(partBytes, bytes - offset))
                let query = [("partNumber", "\(tags.count + 1)"), ("uploadId", id)]
                let response = try await perform(
                    S3Request(.put, key, query: query).sending(part, hash: try await hash(part)))
                guard let tag = response.headers[.eTag], !tag.isEmpty else {
                    throw .unexpectedAnswer("a part with its tag")
                }
                tags.append(tag)
            }
            try await completeUpload(key, id, tags)
        } catch {
            // Its answer may be what was lost.
            if (try? await size(of: key)) == bytes { return }
            // Where this fails too, a later start deletes it.
            try? await abort(UnfinishedUpload(key: key, id: id, begun: nil))
            throw error
        }
        guard try await size(of: key) == bytes else { throw .unexpectedAnswer("all parts of an object") }
    }

    /// The bytes of a part, so that there are no more than `maximumParts`.
    func partBytes(of bytes: Int64) -> Int64 {
        max(limits.partBytes, (bytes + Self.maximumParts - 1) / Self.maximumParts)
    }

    /// CreateMultipartUpload.
    private func beginUpload(_ key: String) async throws(S3Error) -> String {
        let response = try await perform(S3Request(.post, key, query: [("uploads", "")]))
        guard let id = XMLElement(document: response.body)?["UploadId"], !id.isEmpty else {
            throw .unexpectedAnswer("an upload that has begun")
        }
        return id
    }

    /// CompleteMultipartUpload, which may fail with the status of success.
    private func completeUpload(_ key: String, _ id: String, _ tags: [String]) async throws(S3Error) {
        var body = ByteBuffer(capacity: 100 * tags.count)
        body.append("<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">")
        for (index, tag) in tags.enumerated() {
            let escaped = tag.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            body.append("<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(escaped)</ETag></Part>")
        }
        body.append("</CompleteMultipartUpload>")
        let response = try await perform(
            S3Request(.post, key, query: [("uploadId", id)]).sending(Array(body.text.utf8)))
        guard XMLElement(document: response.body)?.name == "CompleteMultipartUploadResult" else {
            throw S3Error(response)
        }
    }

    /// AbortMultipartUpload.
    func abort(_ upload: UnfinishedUpload) async throws(S3Error) {
        do throws(S3Error) {
            _ = try await perform(S3Request(.delete, upload.key, query: [("uploadId", upload.id)]))
        } catch {
            guard case .refused(.notFound, let code, _) = error, code != "NoSuchBucket" else { throw error }
        }
    }

    /// Some of the uploads under the prefix of the location that have begun and not ended, as many as one answer has
    /// (ListMultipartUploads).
    func unfinishedUploads() async throws(S3Error) -> [UnfinishedUpload] {
        let response = try await perform(
            S3Request(.get, nil, query: [("uploads", ""), ("prefix", location.prefix), ("encoding-type", "url")]))
        guard let list = XMLElement(document: response.body), list.name == "ListMultipartUploadsResult" else {
            throw .unexpectedAnswer("a list of uploads")
        }
        return list.children(named: "Upload").compactMap { upload in
            guard let key = upload["Key"].flatMap({ PercentEncoding.decode($0) }), let id = upload["UploadId"],
                key.utf8.starts(with: location.prefix.utf8)
            else { return nil }
            return UnfinishedUpload(
                key: String(Substring(key.utf8.dropFirst(location.prefix.utf8.count))), id: id,
                begun: upload["Initiated"].flatMap { Timestamp(iso8601: $0) })
        }
    }
}
