public import Accounts
public import Chat

/// Limits by client address for requests that need no proof and cost work here, at the backend or at a provider.
public struct SiteQuotas: Sendable {
    /// Generous, because a whole office may share an address.
    static let registrations = (count: 20, time: Duration.seconds(3_600))
    static let departures = (count: 60, time: Duration.seconds(600))
    static let passkeyAnswers = (count: 120, time: Duration.seconds(600))

    /// Registrations.
    let registrations: AddressQuota
    /// Departures to a provider.
    let departures: AddressQuota
    /// Passkey answers on the sign-in page.
    let passkeyAnswers: AddressQuota
    /// Lines in the audit log.
    let audit: AuditRateLimiter

    /// - Parameter shared: makes what counts at all processes together; `nil` for one process.
    public init(clock: Clock, shared: ((StaticString) -> SharedQuota)? = nil) {
        func quota(_ size: (count: Int, time: Duration), _ name: StaticString) -> AddressQuota {
            AddressQuota(size.count, in: size.time, shared: shared?(name), clock: clock)
        }
        registrations = quota(Self.registrations, "registrations")
        departures = quota(Self.departures, "departures")
        passkeyAnswers = quota(Self.passkeyAnswers, "passkey answers")
        audit = AuditRateLimiter(clock: clock)
    }
}

extension Duration {
    /// In whole seconds, rounded up, for `Retry-After` (RFC 9110 §10.2.3).
    var retrySeconds: Int64 { max(1, components.seconds + (components.attoseconds > 0 ? 1 : 0)) }
}
