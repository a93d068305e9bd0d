import Chat
import ChatRecords
import Files
import FoundationEssentials
import HTTP
import PostgreSQLChat
import S3

/// Where the contents of the files of messages are kept, if not in the data folder.
enum FilePlace: CustomStringConvertible {
    /// A folder that all sites on a PostgreSQL database have.
    case folder(String)
    case bucket(Bucket)

    /// A bucket of a store with the interface of S3.
    struct Bucket {
        let location: S3Location
        let endpoint: BaseURL
        let region: S3Region
        /// The path of a file of two lines; `nil` where the key is in the environment.
        let keyFile: String?
        let key: S3Key?
    }

    /// What marks the setting as a bucket.
    private static let scheme = "s3://"

    /// `nil` where none is set.
    init?(_ settings: Settings) throws(ConfigurationError) {
        guard let text = settings.text(.files), text.utf8.starts(with: Self.scheme.utf8) else {
            for setting in [Setting.filesEndpoint, .filesRegion, .filesKey] where settings.text(setting) != nil {
                throw ConfigurationError("\(setting.flag) is for \(Setting.files.flag) s3://BUCKET/PREFIX")
            }
            guard let folder = settings.text(.files) else { return nil }
            self = .folder(folder)
            return
        }
        guard let location = try settings.value(.files, { S3Location($0) }) else { return nil }
        let region = try settings.value(.filesRegion) { S3Region($0) } ?? .standard
        guard let endpoint = try settings.value(.filesEndpoint, { BaseURL($0) }) ?? region.endpoint else { return nil }
        self = .bucket(
            Bucket(
                location: location, endpoint: endpoint, region: region, keyFile: settings.text(.filesKey),
                key: try settings.keyOfEnvironment()))
    }

    /// As the setting has it.
    var description: String {
        switch self {
        case .folder(let path): path
        case .bucket(let bucket): "\(bucket.location)"
        }
    }

    /// The contents, ready to be used.
    func open() throws(ConfigurationError) -> OpenFilePlace {
        switch self {
        case .folder(let path):
            // Made where its file system is not mounted, it would be another one.
            guard ContentFolder(existing: path).isThere else {
                throw Setting.files.refusal(of: path, because: "it is not there, or not mounted")
            }
            do { return .folder(try ContentFolder(path)) } catch {
                throw Setting.files.refusal(of: path, because: "\(error)")
            }
        case .bucket(let bucket): return .store(try bucket.open())
        }
    }
}

extension FilePlace.Bucket {
    fileprivate func open() throws(ConfigurationError) -> S3Contents {
        guard let key = try readKey() else {
            throw ConfigurationError(
                """
                \(Setting.files.flag) \(location) needs an access key: \(Setting.filesKey.form.help(for: Setting.filesKey.flag)); \
                or \(AccessKeyVariable.id) and \(AccessKeyVariable.secret)
                """)
        }
        return S3Contents(S3Bucket(location, at: endpoint, region, key))
    }

    private func readKey() throws(ConfigurationError) -> S3Key? {
        guard let keyFile else { return key }
        guard let text = try? String(contentsOfFile: keyFile, encoding: .utf8) else {
            throw Setting.filesKey.refusal(of: keyFile, because: "it can't be read")
        }
        guard let key = S3Key(lines: text) else {
            throw Setting.filesKey.refusal(of: keyFile, because: "it has not two such lines")
        }
        return key
    }
}

/// The variables in which programs for S3 have their key (AWS SDKs and Tools Reference Guide, "Environment variables").
enum AccessKeyVariable {
    static let id = "AWS_ACCESS_KEY_ID"
    static let secret = "AWS_SECRET_ACCESS_KEY"
}

/// Contents in a folder, or in a store.
enum OpenFilePlace {
    case folder(ContentFolder)
    case store(S3Contents)

    /// Whether the rows of a chat and the contents belong together.
    func check(_ store: PostgreSQLChatStore) async throws -> FileCheck {
        switch self {
        case .folder(let folder): try await FileCheck(of: store, in: folder)
        case .store(let contents): try await FileCheck(of: store, in: contents)
        }
    }

    /// - Parameter cache: the folder where this site keeps what people look at.
    func keeping(limits: FileLimits, cache: String) throws -> FileKeeping {
        switch self {
        case .folder(let contents): FileKeeping(.folder(contents), limits: limits)
        case .store(let contents):
            FileKeeping(.store(contents, cache: try FetchedContents(cache)), limits: limits)
        }
    }

    /// Copies contents from a data folder, as links where that can be done. Those that are missing are told by the check
    /// that follows.
    func take(_ hashes: [ContentHash], from source: ContentFolder) async throws {
        switch self {
        case .folder(let folder):
            for hash in hashes { try source.copy(hash, to: folder, links: true) }
            try folder.sync()
        case .store(let contents):
            for hash in hashes {
                guard let bytes = source.size(of: hash), try await contents.size(of: hash) != bytes else { continue }
                try await contents.put(source.path(of: hash), as: hash, bytes: bytes)
            }
        }
    }

    /// The same into a data folder.
    func give(_ hashes: [ContentHash], to target: ContentFolder) async throws {
        switch self {
        case .folder(let folder):
            for hash in hashes { try folder.copy(hash, to: target, links: true) }
        case .store(let contents):
            for hash in hashes {
                guard !target.has(hash), let bytes = try await contents.size(of: hash) else { continue }
                let path = "\(target.incoming)/\(hash)"
                defer { ContentFolder.forget(path) }
                try await contents.fetch(hash, bytes: bytes, to: path)
                try target.place(path, as: hash)
            }
        }
        try target.sync()
    }
}
