import Accounts
import Chat

/// Limits by client address for requests that need no proof and cost work here, at the backend or at a provider.
struct SiteQuotas: Sendable {
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

    init(clock: Clock) {
        registrations = AddressQuota(Self.registrations.count, in: Self.registrations.time, clock: clock)
        audit = AuditRateLimiter(clock: clock)
        passkeyAnswers = AddressQuota(Self.passkeyAnswers.count, in: Self.passkeyAnswers.time, clock: clock)
        departures = AddressQuota(Self.departures.count, in: Self.departures.time, clock: clock)
    }
}

extension Duration {
    /// In whole seconds, rounded up, for `Retry-After` (RFC 9110 §10.2.3).
    var retrySeconds: Int64 { max(1, components.seconds + (components.attoseconds > 0 ? 1 : 0)) }
}
