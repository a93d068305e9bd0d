import HTTP
import HTTPClient
import HTTPServer

/// `engawa healthcheck`: asks the site on this machine whether it is ready, as a container's health check.
struct HealthProbe {
    let configuration: Configuration

    init(_ configuration: Configuration) { self.configuration = configuration }

    /// - Returns: the exit status.
    func run() async throws -> Int32 {
        let host = configuration.listen.isWildcard ? "127.0.0.1" : configuration.listen.host
        let scheme = configuration.tls == nil ? "http" : "https"
        let authority = host.contains(":") ? "[\(host)]" : host
        var client = CurlClient.Configuration()
        // The certificate is for the name that people use, and this is the machine itself.
        client.verifiesCertificates = false
        let answer = try await CurlClient(client).send(
            ClientRequest(.get, "\(scheme)://\(authority):\(configuration.listen.port)/readyz"))
        return answer.status.isSuccess ? ExitStatus.success : ExitStatus.failure
    }
}
