import HTTP
import HTTPClient
import HTTPServer

/// `engawa healthcheck`: requests the readiness of the site on this machine, for a container's health check.
struct HealthProbe {
    let configuration: Configuration

    /// - Returns: the exit status.
    func run() async throws -> Int32 {
        let host = configuration.listen.isWildcard ? "127.0.0.1" : configuration.listen.host
        let scheme = configuration.tls == nil ? "http" : "https"
        let authority = host.contains(":") ? "[\(host)]" : host
        var client = CurlClient.Configuration()
        // The certificate has the public name, and this connection is local.
        client.verifiesCertificates = false
        let answer = try await CurlClient(client).send(
            ClientRequest(.get, "\(scheme)://\(authority):\(configuration.listen.port)/readyz"))
        return answer.status.isSuccess ? ExitStatus.success : ExitStatus.failure
    }
}
