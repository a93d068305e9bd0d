import Bytes

/// Which addresses a client connects to.
///
/// It is applied to the very address that a socket is opened for: after the name was resolved, for each address of it,
/// at each request. So a name that resolves to something else the second time (DNS rebinding) gains nothing.
public enum AddressRule: Sendable {
    /// All of them.
    case any
    /// Public addresses only: for URLs that users or other servers supplied. See `IPAddress.isPublic`.
    case publicOnly

    func allows(_ address: IPAddress) -> Bool {
        switch self {
        case .any: true
        case .publicOnly: address.isPublic
        }
    }
}
