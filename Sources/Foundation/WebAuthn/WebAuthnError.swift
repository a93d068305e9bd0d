/// The step of the standard at which the verification of an authenticator's response failed.
public struct WebAuthnError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Ceremony: String, Sendable {
        /// Web Authentication Level 2 (W3C Recommendation, 2021) §7.1.
        case registration = "§7.1"
        /// §7.2.
        case authentication = "§7.2"
    }

    public let ceremony: Ceremony
    /// The number of the step of verification.
    public let step: Int
    public let reason: String

    init(_ ceremony: Ceremony, _ step: Int, _ reason: String) {
        self.ceremony = ceremony
        self.step = step
        self.reason = reason
    }

    public var description: String { "WebAuthn \(ceremony.rawValue) step \(step): \(reason)" }
}
