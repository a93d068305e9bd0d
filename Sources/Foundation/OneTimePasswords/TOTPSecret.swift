import Bytes
import COATH
public import Cryptography

/// The secret that an authenticator app shares with this site: 160 random bits (RFC 4226 §4, R6).
///
/// Codes have six digits, change every 30 seconds and use HMAC-SHA-1, which all apps support. SHA-1 is not known to be
/// weak in HMAC (RFC 6238 §1.2, RFC 6194 §2).
public struct TOTPSecret: Sendable, Equatable {
    public static let digits = 6
    public static let stepSeconds: Int64 = 30
    /// The number of accepted steps before and after the current one, for clock drift and slow typing (RFC 6238 §5.2).
    public static let drift: Int64 = 1
    static let bytes = 20

    /// Store it encrypted and never log it.
    public let key: [UInt8]

    public static func random() -> TOTPSecret { TOTPSecret(checked: SecureRandom.bytes(bytes)) }

    /// Fails if `key` has the wrong length.
    public init?(key: [UInt8]) {
        guard key.count == Self.bytes else { return nil }
        self.init(checked: key)
    }

    private init(checked key: [UInt8]) { self.key = key }

    /// The secret in groups of four, for typing into an app.
    public var typed: Secret {
        let text = Array(Base32.encode(key))
        let groups = stride(from: 0, to: text.count, by: 4).map { String(text[$0..<min($0 + 4, text.count)]) }
        return Secret(groups.joined(separator: " "))
    }

    /// The content of the QR code (the `otpauth` URI of Google Authenticator's Key URI Format).
    ///
    /// - Parameters:
    ///   - issuer: the name of the site.
    ///   - account: the name of the person.
    public func uri(issuer: String, account: String) -> Secret {
        let (issuer, account) = (Self.escaped(issuer), Self.escaped(account))
        return Secret(
            "otpauth://totp/\(issuer):\(account)?secret=\(Base32.encode(key))&issuer=\(issuer)&algorithm=SHA1"
                + "&digits=\(Self.digits)&period=\(Self.stepSeconds)")
    }

    /// The time step of `code`; `nil` if the code is not valid now. Takes constant time.
    ///
    /// A step may be used only once, so the caller stores the last one (RFC 6238 §5.2).
    /// - Parameters:
    ///   - code: as typed; spaces are ignored.
    ///   - seconds: since 1970.
    ///   - lastStep: the newest step that was used; it and earlier ones are rejected.
    public func step(of code: String, at seconds: Int64, after lastStep: Int64?) -> Int64? {
        let code = code.filter { !$0.isWhitespace }
        let present = seconds / Self.stepSeconds
        var found: Int64?
        for step in (present - Self.drift)...(present + Self.drift) {
            let isEqual = ConstantTime.areEqual(self.code(step: step), code)
            if isEqual, step > (lastStep ?? .min) { found = found ?? step }
        }
        return found
    }

    /// The code at a time in seconds since 1970.
    public func code(atSeconds seconds: Int64) -> String { code(step: seconds / Self.stepSeconds) }

    /// The code of a step.
    func code(step: Int64, digits: Int = TOTPSecret.digits) -> String {
        guard let counter = UInt64(exactly: step) else { return "" }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: digits + 1) { output in
            let result = key.withUnsafeBytes { key in
                oath_hotp_generate(
                    key.baseAddress?.assumingMemoryBound(to: CChar.self), key.count, counter, UInt32(digits), false,
                    Int(engawa_oath_dynamic_truncation), output.baseAddress)
            }
            guard result == 0, let start = output.baseAddress else { return "" }
            return String(cString: start)
        }
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            byte.isASCIIAlphanumeric || "-._".utf8.contains(byte)
                ? String(Unicode.Scalar(byte)) : "%" + Hexadecimal.encode([byte]).uppercased()
        }.joined()
    }
}
