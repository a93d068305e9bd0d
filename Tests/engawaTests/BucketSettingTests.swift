import Cryptography
import Foundation
import HTTP
import ObjectServer
import PostgreSQLServer
import S3
import Testing

@testable import engawa

@Suite("Files in a bucket, as an operator sets it up")
struct BucketSettingTests {
    private static let database = "postgresql://engawa@db.example.org/engawa"
    private static let keys = ["AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "hidden/secret"]

    private func bucket(
        _ arguments: [String], environment: [String: String] = keys
    ) throws -> FilePlace.Bucket? {
        let settings = try Settings(arguments: ["--store", Self.database] + arguments, environment: environment)
        guard case .bucket(let bucket) = try Configuration(settings, defaultPort: 8080).filePlace else { return nil }
        return bucket
    }

    @Test func `a bucket is Amazon's unless an endpoint is set`() throws {
        let standard = try #require(try bucket(["--files", "s3://files/of/site"]))
        #expect(standard.location == S3Location("s3://files/of/site"))
        #expect(standard.endpoint == BaseURL("https://s3.us-east-1.amazonaws.com"))
        #expect(standard.key == S3Key(id: "id", secret: "hidden/secret"))
        let other = try #require(
            try bucket([
                "--files", "s3://files", "--files-endpoint", "http://[::1]:9000/s3/", "--files-region", "garage",
            ]))
        #expect(other.endpoint == BaseURL("http://[::1]:9000/s3"))
        #expect(other.region == S3Region("garage"))
        #expect(try bucket(["--files", "/srv/files"]) == nil)
    }

    @Test(arguments: [
        (["--files", "s3://"], "--files: \"s3://\" is not a folder that is there, or a bucket"),
        (["--files", "s3://a b"], "is not a folder that is there, or a bucket"),
        (
            ["--files", "s3://files", "--files-endpoint", "ftp://host"],
            "--files-endpoint: \"ftp://host\" is not an http or"
        ),
        (["--files", "s3://files", "--files-region", "EU"], "--files-region: \"EU\" is not the name of a region"),
        (["--files", "/srv", "--files-region", "eu"], "--files-region is for --files s3://BUCKET/PREFIX"),
        (["--files-key", "key"], "--files-key is for --files s3://BUCKET/PREFIX"),
    ])
    func `what is no bucket is refused`(_ arguments: [String], _ expected: String) {
        let error = #expect(throws: ConfigurationError.self) { try bucket(arguments) }
        #expect(error?.description.contains(expected) == true, "\(error as Any)")
    }

    @Test func `a bucket is for a data folder and for PostgreSQL, and not for a REST backend`() throws {
        func configuration(_ arguments: [String]) throws -> Configuration {
            try Configuration(Settings(arguments: arguments, environment: Self.keys), defaultPort: 1)
        }
        #expect(try configuration(["--files", "s3://files"]).filePlace?.description == "s3://files/")
        let folder = #expect(throws: ConfigurationError.self) { try configuration(["--files", "/srv/files"]) }
        #expect(folder?.description.contains("--files FOLDER is for an embedded chat in PostgreSQL") == true)
        let remote = #expect(throws: ConfigurationError.self) {
            try configuration(["--files", "s3://files", "--backend", "http://127.0.0.1:3000"])
        }
        #expect(remote?.description == "--files is for an embedded chat: a REST backend keeps its own files")
    }

    @Test func `the key is in a file or in the environment, and no message shows its secret`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "key-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        func refusal(_ more: [String], _ environment: [String: String] = [:]) -> String? {
            let error = #expect(throws: ConfigurationError.self) {
                let settings = try Settings(
                    arguments: ["--store", Self.database, "--files", "s3://files"] + more, environment: environment)
                _ = try Configuration(settings, defaultPort: 8080).filePlace?.open()
            }
            #expect(error?.description.contains("hidden") == false)
            return error?.description
        }
        #expect(refusal([])?.contains("--files s3://files/ needs an access key: a file of two lines") == true)
        #expect(refusal(["--files-key", path])?.contains("it can't be read") == true)
        try "id\nhidden secret\n".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(refusal(["--files-key", path])?.contains("it has not two such lines") == true)
        #expect(
            refusal([], ["AWS_ACCESS_KEY_ID": "i d", "AWS_SECRET_ACCESS_KEY": "hidden"])?.contains(
                "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not") == true)
        try "id\nhidden/secret\n".write(toFile: path, atomically: true, encoding: .utf8)
        let place = try #require(try bucket(["--files", "s3://files", "--files-key", path], environment: [:]))
        _ = try FilePlace.bucket(place).open()
    }

    @Test func `a site whose bucket can't be used does not start, and says why`() async throws {
        let server = try await ObjectServer.shared()
        let store = try await PostgreSQLServer.shared()
        let url = store.url(of: try await store.databaseName())
        let path = FileManager.default.temporaryDirectory.appending(path: "key-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        for (secret, why) in [
            ("hidden-secret", "the secret of the key is wrong"),
            (ObjectServer.key.secret.revealed, "there is no such bucket: make it first"),
        ] {
            try "\(ObjectServer.key.id)\n\(secret)\n".write(toFile: path, atomically: true, encoding: .utf8)
            let site = try RunningProgram.site(
                on: url,
                ["--files", "s3://no-such-bucket", "--files-endpoint", "\(server.endpoint)", "--files-key", path])
            defer { site.kill() }
            _ = try await site.logLine(with: why)
            #expect(!site.log.contains("hidden"))
        }
    }
}
