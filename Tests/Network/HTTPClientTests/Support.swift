import HTTP
import HTTPClient

/// Who asks where there is no TLS.
enum Way: CaseIterable {
    case libcurl, plain

    func configuration(_ change: (inout CurlClient.Configuration) -> Void = { _ in }) -> CurlClient.Configuration {
        var configuration = CurlClient.Configuration()
        configuration.readsPlainAnswers = self == .plain
        change(&configuration)
        return configuration
    }

    /// A client with limits as `change` sets them.
    func client(_ change: (inout CurlClient.Configuration) -> Void = { _ in }) -> CurlClient {
        CurlClient(configuration(change))
    }
}

extension CurlClient {
    /// A client with limits as `change` sets them.
    static func with(_ change: (inout Configuration) -> Void) -> CurlClient { Way.libcurl.client(change) }

    /// Why there is no answer to `request`; `nil` where there is one.
    func failure(_ request: ClientRequest) async -> TransportError? {
        do throws(TransportError) {
            _ = try await send(request)
            return nil
        } catch {
            return error
        }
    }
}
