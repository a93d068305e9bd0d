import CCurl
public import Cryptography
import FoundationEssentials

/// Which servers a client trusts over TLS: by their certificates and, where keys are pinned, by their keys as well.
public struct ServerTrust: Sendable, Hashable {
    /// Whose certificates are trusted.
    public enum Authorities: Sendable, Hashable {
        case system
        /// These, and none of the system's.
        case only(CertificateAuthorities)
        case systemAnd(CertificateAuthorities)
    }

    public var authorities: Authorities
    /// The server has one of these keys; none: any key.
    public var pins: [KeyPin]

    public init(_ authorities: Authorities = .system, pins: [KeyPin] = []) {
        self.authorities = authorities
        self.pins = pins
    }

    /// In libcurl's notation; `nil` for none.
    var pinList: String? { pins.isEmpty ? nil : pins.map(\.description).joined(separator: ";") }

    /// The system's certificates, where they are in one file. Those in a folder are libcurl's to read.
    static let systemFile: String? = ccurl_default_authorities().flatMap { path in
        FileManager.default.contents(atPath: String(cString: path)).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension EasyHandle {
    func setTrust(_ trust: ServerTrust) throws(CurlFailure) {
        switch trust.authorities {
        case .system: break
        case .only(let authorities):
            try setContent(CURLOPT_CAINFO_BLOB, authorities.pem)
            // It would be read beside them.
            try unset(CURLOPT_CAPATH)
        case .systemAnd(let authorities):
            // They take the place of the system's file, but not of its folder.
            try setContent(CURLOPT_CAINFO_BLOB, "\(authorities.pem)\n\(ServerTrust.systemFile ?? "")")
        }
        if let list = trust.pinList { try set(CURLOPT_PINNEDPUBLICKEY, list) }
    }
}
