import Cryptography
import FoundationEssentials
import HTTP
import HTTPClient

/// The settings about the certificates of a server: the path of a file with certificates, and keys.
struct TrustFiles {
    /// `nil`: the system's only.
    let authorities: String?
    let pins: [KeyPin]

    /// Throws for settings of the backend that can have no effect.
    func refuse(without backend: Configuration.Backend) throws(ConfigurationError) {
        if case .remote(let url) = backend, url.origin.scheme == .https { return }
        let given = authorities != nil ? Setting.backendCA : pins.isEmpty ? nil : .backendPin
        guard let given else { return }
        throw ConfigurationError(
            """
            \(given.flag) is for a \(Setting.backend.flag) with an https URL, such as https://backend.example.org; \
            "\(backend)" shows no certificate
            """)
    }

    /// Reads the file.
    ///
    /// - Parameters:
    ///   - refusal: the error for the file, with the reason.
    /// - Returns: `nil` where there is no file.
    func readAuthorities(
        _ refusal: (String, _ reason: String) -> ConfigurationError
    ) throws(ConfigurationError) -> CertificateAuthorities? {
        guard let authorities else { return nil }
        guard let data = FileManager.default.contents(atPath: authorities),
            let text = String(validating: data, as: UTF8.self)
        else { throw refusal(authorities, "it can't be read") }
        do throws(CertificateAuthorities.Problem) {
            return try CertificateAuthorities(pem: text)
        } catch {
            throw refusal(authorities, error.reason)
        }
    }
}

extension CertificateAuthorities.Problem {
    fileprivate var reason: String {
        switch self {
        case .tooLarge: "it is larger than \(CertificateAuthorities.maximumBytes) bytes"
        case .noCertificate: "it holds no certificate in PEM"
        case .privateKey: "it holds a private key; that of an authority stays with the authority"
        }
    }
}

extension Configuration {
    /// Which remote backend is trusted: by the system's authorities or, where a file is given, by that one only.
    func readBackendTrust() throws(ConfigurationError) -> ServerTrust {
        let authorities = try backendTrust.readAuthorities { Setting.backendCA.refusal(of: $0, because: $1) }
        return ServerTrust(authorities.map { .only($0) } ?? .system, pins: backendTrust.pins)
    }
}

extension KeyPin {
    /// The largest number of keys: that in use, and a few for its successors.
    static let maximumCount = 10

    /// `nil` unless each part of `text` is one.
    static func list(_ text: String) -> [KeyPin]? {
        let pins = text.split(separator: ",", omittingEmptySubsequences: false).map { KeyPin($0) }
        return pins.contains(nil) || pins.count > maximumCount ? nil : pins.compactMap { $0 }
    }
}

extension ValueForm {
    static func authorities(example: String) -> ValueForm {
        .file("a file with certificates of authorities in PEM", example: example)
    }

    /// The example is the key of RFC 7469.
    static let pins = ValueForm(
        "sha256//KEY,…",
        """
        a list of at most \(KeyPin.maximumCount) hashes of public keys, separated by commas, each "sha256//" and 44 \
        characters of base64
        """, example: "sha256//d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM=")
}
