import Chat
import Cryptography
import FoundationEssentials
import HTTPServer
import Logging

/// The certificate chain and key of the settings, read from their files and checked.
struct Certificate {
    let identity: TLSIdentity
    private let validity: ClosedRange<Timestamp>

    /// - Throws: an error that names the file that is wrong, and what is wrong with it.
    init(_ files: Configuration.TLSFiles) throws(ConfigurationError) {
        identity = TLSIdentity(
            certificate: try Self.read(files.certificate, .tlsCertificate), key: try Self.read(files.key, .tlsKey))
        do throws(ServerCertificate.Problem) {
            let checked = try ServerCertificate(certificate: identity.certificate, key: identity.key)
            validity = Self.timestamp(checked.validity.lowerBound)...Self.timestamp(checked.validity.upperBound)
        } catch {
            throw files.error(error)
        }
    }

    private static func read(_ path: String, _ setting: Setting) throws(ConfigurationError) -> String {
        guard let data = FileManager.default.contents(atPath: path), let text = String(validating: data, as: UTF8.self)
        else { throw setting.refusal(of: path, because: "it can't be read") }
        return text
    }

    private static func timestamp(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: Int64(seconds) * 1_000) }

    /// Warns where clients will not accept the certificate now.
    func warnOfInvalidity(_ log: Logger, at now: Timestamp) {
        guard !validity.contains(now) else { return }
        log.warning("the certificate is not valid at this time", fields)
    }

    /// From when and until when it is valid, for the log.
    var fields: Logger.Fields {
        ["from": .text(validity.lowerBound.iso8601), "until": .text(validity.upperBound.iso8601)]
    }
}

extension Configuration.TLSFiles {
    fileprivate func error(_ problem: ServerCertificate.Problem) -> ConfigurationError {
        let areSwapped = "; the files of \(Setting.tlsCertificate.flag) and \(Setting.tlsKey.flag) may be swapped"
        func certificateError(_ reason: String) -> ConfigurationError {
            Setting.tlsCertificate.refusal(of: certificate, because: reason)
        }
        func keyError(_ reason: String) -> ConfigurationError { Setting.tlsKey.refusal(of: key, because: reason) }
        return switch problem {
        case .noCertificate: certificateError("it holds no certificate in PEM")
        case .keyInsteadOfCertificate: certificateError("it holds a private key\(areSwapped)")
        case .noKey: keyError("it holds no private key in PEM")
        case .certificateInsteadOfKey: keyError("it holds a certificate\(areSwapped)")
        case .encryptedKey: keyError("the key is encrypted with a passphrase; remove it: openssl pkey -in \(key)")
        case .keyOfAnotherCertificate: keyError("the key does not belong to the certificate in \"\(certificate)\"")
        case .wrongOrder:
            certificateError("the key in \"\(key)\" does not belong to the first certificate, but to a later one")
        }
    }
}

/// Gives a running server the certificate that is in the files by then, each time SIGHUP arrives.
struct CertificateReload {
    let server: Server
    let log: Logger

    /// - Parameters:
    ///   - files: `nil` where the server does not speak TLS.
    ///   - present: the certificate that the server began with.
    func run(_ files: Configuration.TLSFiles?, present: TLSIdentity?, on signals: AsyncStream<Void>) async {
        var present = present
        for await _ in signals {
            guard let files else {
                log.info("SIGHUP: there is no certificate to reload")
                continue
            }
            do {
                let new = try Certificate(files)
                guard new.identity != present else {
                    log.info("SIGHUP: the certificate has not changed", new.fields)
                    continue
                }
                try await server.replaceCertificate(new.identity)
                present = new.identity
                log.info("SIGHUP: new connections get the new certificate", new.fields)
                new.warnOfInvalidity(log, at: Clock.system.now())
            } catch {
                log.error("SIGHUP: the certificate can't be used, and the old one stays", ["why": .text("\(error)")])
            }
        }
    }
}
