import COATH
public import Cryptography

/// What an authenticator app and we know together: 160 random bits (RFC 4226 §4, R6).
///
/// Codes have six digits, change every 30 seconds, and are made with HMAC-SHA-1: what all apps understand. SHA-1 is
/// not known to be weak in HMAC (RFC 6238 §1.2, RFC 6194 §2).
public struct TOTPSecret: Sendable, Equatable {
    public static let digits = 6
    public static let stepSeconds: Int64 = 30
    /// How many steps before and after the present one count: clocks differ, and people type slowly (RFC 6238 §5.2).
    public static let drift: Int64 = 1
    static let bytes = 20

    /// For the seal, never for a log.
    public let key: [UInt8]

    public static func random() -> TOTPSecret { TOTPSecret(checked: SecureRandom.bytes(bytes)) }

    /// Fails where `key` has not the length that secrets have.
    public init?(key: [UInt8]) {
        guard key.count == Self.bytes else { return nil }
        self.init(checked: key)
    }

    private init(checked key: [UInt8]) { self.key = key }

    /// The secret as it is typed into an app, in groups of four.
    public var typed: Secret {
        let text = Array(Base32.encode(key))
        let groups = stride(from: 0, to: text.count, by: 4).map { String(text[$0..<min($0 + 4, text.count)]) }
        return Secret(groups.joined(separator: " "))
    }

    /// What a QR code holds (the `otpauth` URI of Google Authenticator's Key URI Format).
    ///
    /// - Parameters:
    ///   - issuer: what the site is called.
    ///   - account: what the person is called.
    public func uri(issuer: String, account: String) -> Secret {
        let (issuer, account) = (Self.escaped(issuer), Self.escaped(account))
        return Secret(
            "otpauth://totp/\(issuer):\(account)?secret=\(Base32.encode(key))&issuer=\(issuer)&algorithm=SHA1"
                + "&digits=\(Self.digits)&period=\(Self.stepSeconds)")
    }

    /// The step in which `code` is good; `nil` where it is not good now.
    ///
    /// Takes as long whatever is wrong. A step is to be used once: the caller keeps the last one (RFC 6238 §5.2).
    /// - Parameters:
    ///   - code: as it was typed; spaces count for nothing.
    ///   - seconds: of the Unix epoch.
    ///   - lastStep: the newest step that was used; this one and those before it are not good any more.
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

    /// The code that an app shows at a moment, in seconds of the Unix epoch.
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
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default: escaped += "%" + Hexadecimal.encode([byte]).uppercased()
            }
        }
        return escaped
    }
}
