public import Chat
import Synchronization

/// Renews what runs out, once for all who wait for it: some providers take a refresh token once, and end the session
/// when it comes twice.
///
/// One refresher serves all requests of the site; it keeps no value, only what is under way.
public final class Refresher<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// How to read, renew and keep one value.
    public struct Source: Sendable {
        /// The value as it is kept now.
        let read: @Sendable () async throws -> Value
        let expiry: @Sendable (Value) -> Timestamp
        /// Renews a value and keeps the new one, both before it returns.
        let renew: @Sendable (Value) async throws -> Value
        /// Whether an error decides nothing, so that a value that is still good may be used on.
        let isTransient: @Sendable (any Error) -> Bool

        public init(
            read: @escaping @Sendable () async throws -> Value, expiry: @escaping @Sendable (Value) -> Timestamp,
            renew: @escaping @Sendable (Value) async throws -> Value,
            isTransient: @escaping @Sendable (any Error) -> Bool
        ) {
            self.read = read
            self.expiry = expiry
            self.renew = renew
            self.isTransient = isTransient
        }
    }

    /// How long before its end a value is renewed: longer than a slow request, and than two clocks differ.
    public static var margin: Duration { .seconds(60) }

    private let clock: Clock
    private let flights = Mutex<[Key: Task<Value, any Error>]>([:])

    public init(clock: Clock = .system) { self.clock = clock }

    /// The value of `key`, renewed where it ends soon.
    ///
    /// - Throws: what `read` throws, and what `renew` throws; the latter not where it is transient and the value is
    ///   still good.
    public func value(of key: Key, _ source: Source) async throws -> Value {
        // Whoever comes while it is being renewed waits as well: the value at hand may be used up by now.
        if let flight = flights.withLock({ $0[key] }) { return try await flight.value }
        let value = try await source.read()
        guard isDue(value, source) else { return value }
        return try await flight(key, source).value
    }

    /// The value of `key`, renewed whenever it ends: what comes of that says whether it was still good.
    ///
    /// - Throws: as `value(of:_:)`.
    public func renewal(of key: Key, _ source: Source) async throws -> Value {
        try await flight(key, source, isForced: true).value
    }

    /// The renewal that is under way, or a new one.
    private func flight(_ key: Key, _ source: Source, isForced: Bool = false) -> Task<Value, any Error> {
        flights.withLock { flights in
            if let flight = flights[key] { return flight }
            // Not of the one who waits: that one may give up while others still wait.
            let flight = Task {
                defer { self.flights.withLock { $0[key] = nil } }
                return try await self.renewed(source, isForced: isForced)
            }
            flights[key] = flight
            return flight
        }
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
