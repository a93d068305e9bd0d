import Compression
import Hashing
import FoundationEssentials
import HTTP

/// The files of `Public/`, in memory, with compressed variants ready.
///
/// All stand under one version, the hash of them all: so modules can import each other by relative names, and
/// whatever a page names may be kept for ever.
public struct Assets: Sendable {
    /// Why `Public/` can't be served.
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

    /// 16 hexadecimal digits.
    let version: String

    private let assets: [String: Asset]

    /// The largest file that is kept in memory.
    private static let maximumFileSize = ByteCount.mebibytes(2)

    /// Reads every file below `directory`.
    public init(directory: String) throws {
        guard let names = try? FileManager.default.subpathsOfDirectory(atPath: directory) else {
            throw LoadingError(description: "\(directory) is not a folder that can be read")
        }
        var assets: [String: Asset] = [:]
        var digests: [UInt8] = []
        for name in names.sorted() {
            guard let type = Self.type(of: name) else { continue }
            guard let data = FileManager.default.contents(atPath: "\(directory)/\(name)") else {
                throw LoadingError(description: "\(directory)/\(name) can't be read")
            }
            guard data.count <= Self.maximumFileSize.bytes else {
                throw LoadingError(description: "\(directory)/\(name) is larger than \(Self.maximumFileSize)")
            }
            let bytes = name.hasUTF8Suffix(".js") ? ScriptSource.withoutComments(Array(data)) : Array(data)
            let asset = Asset(type: type, bytes: bytes)
            assets[name] = asset
            digests += Array(name.utf8) + [0] + Array(asset.tag.opaque.utf8)
        }
        guard !assets.isEmpty else { throw LoadingError(description: "\(directory) holds nothing to serve") }
        self.assets = assets
        // Not a cryptographic hash: the files are the operator's own, and libcrypto, once it is used, keeps 2 MB.
        version = Fingerprint(digests).description
    }

    /// Where `name` is. A name that is not there is a programmer's error, which the first page shows.
    func path(_ name: String) -> Path {
        assert(assets[name] != nil, "no asset \(name)")
        return routes.asset(AssetParameters(version: version, name: name))
    }

    /// The answer to a request for `name`. Under another version, which an old page may name, it is not to be kept.
    func response(to request: Request, version: String, name: String) -> Response? {
        guard let asset = assets[name] else { return nil }
        var response = Response(.ok)
        response.headers[.contentType] = asset.type
        response.headers[.cacheControl] =
            version == self.version ? "public, max-age=31536000, immutable" : "no-cache"
        response.headers[.vary] = "Accept-Encoding"
        let accepted = Preferences(request.headers[.acceptEncoding])
        let coding = ContentCoding.allCases.first { asset.compressed[$0] != nil && accepted.accepts($0.rawValue) }
        if let coding, let bytes = asset.compressed[coding] {
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

    /// The media type of a file by its name; `nil` for what is not served.
    private static func type(of name: String) -> String? {
        guard !name.unicodeScalars.split(separator: "/").contains(where: { $0.first == "." }) else { return nil }
        return switch name.unicodeScalars.split(separator: ".").last.map(String.init) {
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
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
