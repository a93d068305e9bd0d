import Chat
import Concurrency

/// Renews values that expire, once for all callers that wait: some providers accept a refresh token only once, and end
/// the session when they see it a second time.
///
/// One refresher serves all requests of the site. It stores no values. A renewal that has begun runs to its end even if
/// its callers are cancelled: the provider may have replaced the token already.
final class Refresher<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// How to read, renew and keep one value.
    struct Source: Sendable {
        /// The value as it is stored now.
        let read: @Sendable () async throws -> Value
        let expiry: @Sendable (Value) -> Timestamp
        /// Renews a value and stores the new one, both before it returns.
        let renew: @Sendable (Value) async throws -> Value
        /// Whether an error says nothing about the value, which may be used until it expires.
        let isTransient: @Sendable (any Error) -> Bool
    }

    /// How long before its expiry a value is renewed: longer than a slow request, and than two clocks differ.
    static var margin: Duration { .seconds(60) }

    private let clock: Clock
    private let renewals = SingleFlight<Key, Value, any Error>()

    init(clock: Clock = .system) { self.clock = clock }

    /// How many callers wait for the renewal of `key`.
    func waiting(for key: Key) -> Int { renewals.waiting(for: key) }

    /// The value of `key`, renewed where it expires within `margin`.
    ///
    /// - Throws: what `read` throws, and what `renew` throws unless that is transient and the value is still valid.
    func value(of key: Key, _ source: Source) async throws -> Value {
        // A caller that comes during a renewal waits too: the value at hand may have been used up by now.
        if let value = try await renewals.joined(key) { return value }
        let value = try await source.read()
        guard isDue(value, source) else { return value }
        return try await renewals.run(key) { try await self.renewed(source, isForced: false) }
    }

    /// The value of `key`, renewed whenever it expires, to learn from the result whether it was still valid.
    ///
    /// - Throws: as `value(of:_:)`.
    func renewal(of key: Key, _ source: Source) async throws -> Value {
        try await renewals.run(key) { try await self.renewed(source, isForced: true) }
    }

    private func renewed(_ source: Source, isForced: Bool) async throws -> Value {
        // Read again: another renewal may have ended between the first look and this one.
        let value = try await source.read()
        guard isForced || isDue(value, source) else { return value }
        do { return try await source.renew(value) } catch {
            guard source.isTransient(error), clock.now() < source.expiry(value) else { throw error }
            return value
        }
    }

    private func isDue(_ value: Value, _ source: Source) -> Bool {
        source.expiry(value) <= clock.now().adding(Self.margin)
    }
}
