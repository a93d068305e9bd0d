import Cryptography
import FoundationEssentials
import Glibc

/// The folder of a private authority and its certificate. All files are for their owner only.
struct CertificateFolder {
    /// Within the data folder.
    private static let name = "tls"

    let path: String
    /// The data folder, if the folder is in it.
    private let data: String?

    /// - Parameter out: the folder; `nil` for one within the data folder.
    init(data: String, out: String?) {
        path = out ?? "\(data)/\(Self.name)"
        self.data = out == nil ? data : nil
    }

    var authorityFile: String { "\(path)/authority.crt" }
    var authorityKeyFile: String { "\(path)/authority.key" }
    var certificateFile: String { "\(path)/certificate.pem" }
    var keyFile: String { "\(path)/key.pem" }

    /// Makes the folder, unless it is there.
    func make() throws {
        if let data { _ = try DataFolder(data) }
        guard !FileManager.default.fileExists(atPath: path) else { return }
        try DurableFile.makeFolder(path)
        try giveToOwner(path)
    }

    /// The authority that is there; `nil` if there is none.
    func authority() throws(ConfigurationError) -> CertificateAuthority? {
        let files = [authorityFile, authorityKeyFile]
        let there = files.filter { FileManager.default.fileExists(atPath: $0) }
        guard !there.isEmpty else { return nil }
        var texts: [String] = []
        for file in files {
            guard let data = FileManager.default.contents(atPath: file),
                let text = String(validating: data, as: UTF8.self)
            else {
                throw ConfigurationError(
                    "certificate: \"\(file)\" can't be read. Restore it, or remove \(there.joined(separator: ", "))")
            }
            texts.append(text)
        }
        guard let authority = CertificateAuthority(certificate: texts[0], key: texts[1]) else {
            throw ConfigurationError("certificate: \"\(files[0])\" and \"\(files[1])\" are no authority and its key")
        }
        return authority
    }

    func write(_ authority: CertificateAuthority) throws {
        try write(authority.key.pem, to: authorityKeyFile)
        try write(authority.certificate.pem, to: authorityFile)
    }

    func write(_ certificate: X509Certificate, _ key: CertificateKey) throws {
        try write(key.pem, to: keyFile)
        try write(certificate.pem, to: certificateFile)
    }

    private func write(_ text: String, to file: String) throws {
        let new = "\(file).new-\(getpid())"
        // Only there where something has failed.
        defer { unlink(new) }
        try DurableFile.write(Array(text.utf8), to: new)
        try giveToOwner(new)
        try DurableFile.rename(new, to: file)
        try DurableFile.sync(path)
    }

    /// Gives what root makes in the data folder to its owner, so that the site can read it.
    private func giveToOwner(_ file: String) throws {
        var status = stat()
        guard geteuid() == 0, let data, stat(data, &status) == 0 else { return }
        guard chown(file, status.st_uid, status.st_gid) == 0 else { throw DurableFile.failure(file) }
    }
}
