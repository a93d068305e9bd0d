import HTTP
import HTTPClient

extension CurlClient {
    /// A client with limits as `change` sets them.
    static func with(_ change: (inout Configuration) -> Void) -> CurlClient {
        var configuration = Configuration()
        change(&configuration)
        return CurlClient(configuration)
    }

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
