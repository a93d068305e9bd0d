import Chat
import Cryptography
import FoundationEssentials
import Glibc

/// `engawa certificate`: a private certificate authority, made once, and a certificate for this machine's names.
struct CertificateCommand {
    static let usage =
        """
        engawa certificate [NAME...] [--out FOLDER]
                                           https in a local network: a private authority, made once, and a
                                           certificate for this machine's names and addresses
        """

    private let names: [LocalName]
    private let folder: CertificateFolder

    /// - Parameter arguments: those after the command: names, then settings.
    init(_ arguments: ArraySlice<String>, environment: [String: String]) throws(ConfigurationError) {
        let given = arguments.prefix { !$0.utf8.starts(with: "-".utf8) }
        var names: [LocalName] = []
        for text in given {
            guard let name = LocalName(text) else {
                throw ConfigurationError(
                    """
                    certificate: "\(text)" is no name or address of a local network. For a public name, get a certificate \
                    from a public authority: a proxy such as Caddy does so by itself
                    """)
            }
            names.append(name)
        }
        for name in MachineNames.all where !names.contains(name) { names.append(name) }
        self.names = names
        let settings = try Settings(arguments: arguments.dropFirst(given.count), environment: environment)
        folder = CertificateFolder(
            data: try Configuration(settings, defaultPort: 8080).data, out: settings.text(.out))
    }

    /// - Returns: the output for the operator.
    func run(now: Int = Int(Clock.system.now().milliseconds / 1_000)) throws -> String {
        try folder.make()
        let known = try folder.authority()
        let authority =
            try known ?? CertificateAuthority(name: "Engawa authority of \(names[0])", for: names, now: now)
        let key = try CertificateKey()
        let certificate: X509Certificate
        do {
            certificate = try authority.issue(for: names, key: key, now: now)
        } catch .notPermitted {
            throw ConfigurationError(
                """
                certificate: the authority in \(folder.path) does not permit one of \(list(names)); names that end in \
                .local or .home.arpa are permitted always. To make another authority, which each device has to trust \
                anew, remove \(folder.authorityFile) and \(folder.authorityKeyFile)
                """)
        } catch .authorityUnusable {
            throw ConfigurationError(
                """
                certificate: the authority in \(folder.path) expires within a year. To make another, which each device has \
                to trust anew, remove \(folder.authorityFile) and \(folder.authorityKeyFile)
                """)
        }
        if known == nil { try folder.write(authority) }
        try folder.write(certificate, key)
        return report(authority, isNew: known == nil)
    }

    private func list(_ names: [LocalName]) -> String { names.map(\.description).joined(separator: ", ") }

    private func report(_ authority: CertificateAuthority, isNew: Bool) -> String {
        let days = CertificateAuthority.serverSeconds / 86_400
        let fingerprint = authority.certificate.fingerprint.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return """
            \(isNew ? "A new authority is in" : "The authority is kept:") \(folder.authorityFile)
            A certificate for \(list(names)) is in \(folder.certificateFile)
            It is valid for \(days) days. Run this command again before, and send the site SIGHUP; devices notice nothing.

            Serve the site with it:

              engawa serve --listen :8443 --tls-certificate \(folder.certificateFile) --tls-key \(folder.keyFile)

            and open https://\(names[0]):8443

            """
                + TrustInstructions(
                    authority: folder.authorityFile, key: folder.authorityKeyFile,
                    fingerprint: fingerprint.joined(separator: ":")
                ).text
    }
}
