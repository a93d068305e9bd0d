import Bytes
import Chat
import HTTP
import JOSE

/// The cached metadata and keys of a provider.
struct ProviderCache: Sendable {
    /// The minimum interval between fetches caused by unknown key ids, which anyone can invent.
    static let keyRefetchInterval = Duration.seconds(30)

    let metadata: CachedFetch<ProviderMetadata>
    private let keys: CachedFetch<KeySet>

    init(_ provider: Provider, transport: any Transport, clock: Clock) {
        let wire = ProviderWire(provider: provider.id, transport: transport)
        let metadata = CachedFetch(clock: clock) { () async throws(ProviderError) in
            try await Self.metadata(provider, wire)
        }
        self.metadata = metadata
        keys = CachedFetch(clock: clock) { () async throws(ProviderError) in
            try await Self.keys(of: try await metadata.value(), provider, wire)
        }
    }

    /// Verifies a token with the provider's keys. An unknown key id causes a new fetch of the keys, rate-limited.
    func verified(
        _ token: CompactToken, allowing algorithms: Set<SignatureAlgorithm>
    ) async throws(ProviderError) -> Result<VerifiedToken, JOSEError> {
        let known = token.result(with: try await keys.value(), allowing: algorithms)
        guard case .failure(.unknownKey) = known,
            let newer = try await keys.newer(notWithin: Self.keyRefetchInterval)
        else { return known }
        return token.result(with: newer, allowing: algorithms)
    }

    private static func metadata(
        _ provider: Provider, _ wire: ProviderWire
    ) async throws(ProviderError) -> CachedFetch<ProviderMetadata>.Fetched {
        switch provider.endpoints {
        case .given(let metadata): return (metadata, CacheLifetime.longest)
        case .discovered(let issuer):
            guard let url = issuer.appending(ProviderMetadata.discoveryPath) else {
                throw ProviderError(.unavailable("the issuer's URL is too long"), during: .discovery, at: provider.id)
            }
            let (document, headers) = try await wire.object(ClientRequest(.get, "\(url)"), during: .discovery)
            do throws(ProviderError.Reason) {
                let metadata = try ProviderMetadata(document, from: issuer, hosts: provider.additionalHosts)
                return (metadata, CacheLifetime.of(headers))
            } catch {
                throw ProviderError(error, during: .discovery, at: provider.id)
            }
        }
    }

    private static func keys(
        of metadata: ProviderMetadata, _ provider: Provider, _ wire: ProviderWire
    ) async throws(ProviderError) -> CachedFetch<KeySet>.Fetched {
        guard let url = metadata.keys else {
            throw ProviderError(.unavailable("no address for keys"), during: .keys, at: provider.id)
        }
        let (object, headers) = try await wire.object(ClientRequest(.get, "\(url)"), during: .keys)
        do throws(JOSEError) { return (try KeySet(parsing: object.bytes), CacheLifetime.of(headers)) } catch {
            throw ProviderError(.token(error), during: .keys, at: provider.id)
        }
    }
}

extension CompactToken {
    fileprivate func result(
        with keys: KeySet, allowing algorithms: Set<SignatureAlgorithm>
    ) -> Result<VerifiedToken, JOSEError> {
        do throws(JOSEError) { return .success(try verified(with: keys, allowing: algorithms)) } catch {
            return .failure(error)
        }
    }
}
