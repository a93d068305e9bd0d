import Chat
import HTTP
import HTTPServer
import Logging

extension Logger {
    /// Logs what has started, where it listens, and on what it works.
    func started(_ configuration: Configuration, at address: ListenAddress, metrics: ListenAddress?) {
        info(
            "started",
            [
                "version": .text(Version.current), "listen": .text("\(address)"),
                "url": .text(configuration.publicURL?.description ?? "-"),
                "metrics": .text(metrics?.description ?? "off"), "data": .text(configuration.data),
                "backend": .text("\(configuration.backend)"),
            ])
    }

    /// Asks a REST backend once, and warns where it does not answer. The site starts nevertheless.
    func reportAbsence(of backend: Configuration.Backend, _ health: any HealthCheck) async {
        guard case .remote(let url) = backend else { return }
        do {
            try await health.check()
            info("the backend answers", ["url": .text("\(url)")])
        } catch {
            warning("the backend does not answer", ["url": .text("\(url)"), "why": .text("\(error)")])
        }
    }
}

extension Configuration.Backend: CustomStringConvertible {
    var description: String {
        switch self {
        case .embedded: "embedded"
        case .remote(let url): "\(url)"
        }
    }
}
