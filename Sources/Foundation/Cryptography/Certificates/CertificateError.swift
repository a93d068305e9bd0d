/// Why a certificate could not be made.
public enum CertificateError: Error, Equatable, Sendable, CustomStringConvertible {
    /// OpenSSL refused, which it does not for values that it was given before: there is no memory or no randomness.
    case failed
    /// A name constraint of the authority does not permit one of the names.
    case notPermitted
    /// The authority's own validity, or its key, does not suffice.
    case authorityUnusable

    public var description: String {
        switch self {
        case .failed: "the certificate can't be made"
        case .notPermitted: "the authority does not permit these names"
        case .authorityUnusable: "the authority has expired, will expire too soon, or is none"
        }
    }
}
