import Accounts
import Chat
import Gateway
import HTTP
import HTTPServer
import Logging
import PostgreSQL

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

    /// Logs the code with which the first admin is made: as a warning, because the site has no admin until then.
    func invite(with code: FirstAdminCode, until end: Timestamp, to site: String) {
        warning(
            "nobody is here yet: register the first admin at this page, with this code",
            [
                "url": .text(site + FirstAdminPath.path), "code": .text(code.revealed),
                "until": .text(end.iso8601),
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

extension Logger {
    /// Logs whether what other processes change is heard of at once.
    func report(_ report: Signals.Report) {
        switch report {
        case .listening: info("listening to the other processes")
        case .notListening(let reason):
            warning("not listening to the other processes; what they change shows late", ["why": .text(reason)])
        }
    }
}

extension Configuration {
    /// The address of the site, as far as it is known here.
    func siteURL(port: some BinaryInteger) -> String {
        publicURL?.description ?? "\(tls == nil ? "http" : "https")://localhost:\(port)"
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
