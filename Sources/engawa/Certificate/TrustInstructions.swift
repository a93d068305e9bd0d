/// How people make their devices trust a private authority.
struct TrustInstructions {
    /// The path of its certificate.
    let authority: String
    /// The path of its private key.
    let key: String
    let fingerprint: String

    var text: String {
        """
        Each device has to trust \(authority) once. The file is not secret: send it by mail, or put it on a
        memory stick. SHA-256 fingerprint, to compare:
        \(fingerprint)

          iPhone, iPad   open the file; Settings > Profile Downloaded > Install; then Settings > General > About >
                         Certificate Trust Settings: switch it on
          Android        Settings > Security > Encryption & credentials > Install a certificate > CA certificate
          macOS          sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain FILE
          Windows        as administrator: certutil -addstore -f Root FILE
          Debian, Ubuntu sudo cp FILE /usr/local/share/ca-certificates/engawa.crt && sudo update-ca-certificates
          Fedora         sudo trust anchor FILE
          Chrome, Linux  certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n Engawa -i FILE  (package libnss3-tools)
          Firefox        Settings > Privacy & Security > Certificates > View Certificates > Authorities > Import

        It is trusted for names and addresses of local networks only. Whoever has \(key)
        can pretend to be any of them: keep it secret, and in your backup.

        """
    }
}
