import Compression
import Hashing
import FoundationEssentials
import HTTP

/// The files of `Public/`, and what scripts say in each language (`ScriptWords`), in memory, with compressed variants ready.
///
/// All have the same version in their URLs, a hash of all files. So modules can import each other by relative names, and
/// browsers may cache every URL that a page contains for ever.
public struct Assets: Sendable {
    /// Why the files of `Public/` can't be loaded.
    public struct LoadingError: Error, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// One file.
    struct Asset: Sendable {
        let type: String
        let plain: [UInt8]
        let compressed: [ContentCoding: [UInt8]]
        let tag: EntityTag
    }

    /// A hash of all files: 16 hexadecimal digits.
    let version: String

    private let assets: [String: Asset]

    /// A larger file is a `LoadingError`.
    private static let maximumFileSize = ByteCount.mebibytes(2)

    /// Reads every file below `directory`.
    public init(directory: String) throws {
        guard let names = try? FileManager.default.subpathsOfDirectory(atPath: directory) else {
            throw LoadingError(description: "\(directory) is not a folder that can be read")
        }
        var assets: [String: Asset] = [:]
        for name in names {
            guard let type = Self.type(of: name) else { continue }
            guard let data = FileManager.default.contents(atPath: "\(directory)/\(name)") else {
                throw LoadingError(description: "\(directory)/\(name) can't be read")
            }
            guard data.count <= Self.maximumFileSize.bytes else {
                throw LoadingError(description: "\(directory)/\(name) is larger than \(Self.maximumFileSize)")
            }
            let bytes = name.hasUTF8Suffix(".js") ? ScriptSource.compact(Array(data)) : Array(data)
            assets[name] = Asset(type: type, bytes: bytes)
        }
        guard !assets.isEmpty else { throw LoadingError(description: "\(directory) holds nothing to serve") }
        for language in Language.allCases {
            assets[ScriptWords.file(for: language)] = Asset(
                type: Self.scriptType, bytes: ScriptWords.script(in: language))
        }
        self.assets = assets
        let digests = assets.sorted { $0.key < $1.key }.flatMap { name, asset in
            Array("\(name)\0\(asset.tag.opaque)".utf8)
        }
        // Not a cryptographic hash: the files are trusted, and the first use of libcrypto takes 2 MB of memory.
        version = Fingerprint(digests).description
    }

    /// The path of the file `name`. An unknown name is a programmer's error.
    func path(_ name: String) -> Path {
        assert(assets[name] != nil, "no asset \(name)")
        return routes.asset(AssetParameters(version: version, name: name))
    }

    /// The response to a request for the file `name`. Under another version, which an old page may contain, browsers
    /// must not cache the current file.
    func response(to request: Request, version: String, name: String) throws(Failure) -> Response {
        guard let asset = assets[name] else { throw .notFound }
        var response = Response(.ok)
        response.headers[.contentType] = asset.type
        response.headers[.cacheControl] =
            version == self.version ? "public, max-age=31536000, immutable" : "no-cache"
        response.headers[.vary] = "Accept-Encoding"
        if let coding = Response.coding(for: request), let bytes = asset.compressed[coding] {
            response.headers[.contentEncoding] = coding.rawValue
            // A strong tag names one representation (RFC 9110 §8.8.3.3).
            response.headers[.eTag] = EntityTag(opaque: "\(asset.tag.opaque)-\(coding.rawValue)").serialized
            response.body = bytes
        } else {
            response.headers[.eTag] = asset.tag.serialized
            response.body = asset.plain
        }
        return response
    }

    private static let scriptType = "text/javascript; charset=utf-8"

    /// The media type of a file, from its name; `nil` for files that are not served.
    private static func type(of name: String) -> String? {
        guard !name.unicodeScalars.split(separator: "/").contains(where: { $0.first == "." }) else { return nil }
        return switch name.unicodeScalars.split(separator: ".").last.map(String.init) {
        case "css": "text/css; charset=utf-8"
        case "js": scriptType
        case "txt": "text/plain; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "ico": "image/x-icon"
        case "webmanifest": "application/manifest+json"
        default: nil
        }
    }
}

extension Assets.Asset {
    init(type: String, bytes: [UInt8]) {
        self.type = type
        plain = bytes
        var compressed: [ContentCoding: [UInt8]] = [:]
        if type != "image/png" {
            for coding in ContentCoding.allCases { compressed[coding] = coding.compress(bytes) }
        }
        self.compressed = compressed
        tag = EntityTag(opaque: Fingerprint(bytes).description)
    }
}
