/// An HTTP status code (RFC 9110 §15).
public struct Status: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: Int

    /// Fails outside 100…599.
    public init?(rawValue: Int) {
        guard (100...599).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    private init(known: Int) { rawValue = known }

    public static let ok = Status(known: 200)
    public static let created = Status(known: 201)
    public static let noContent = Status(known: 204)
    public static let partialContent = Status(known: 206)
    public static let seeOther = Status(known: 303)
    public static let notModified = Status(known: 304)
    public static let badRequest = Status(known: 400)
    public static let unauthorized = Status(known: 401)
    public static let forbidden = Status(known: 403)
    public static let notFound = Status(known: 404)
    public static let methodNotAllowed = Status(known: 405)
    public static let notAcceptable = Status(known: 406)
    public static let conflict = Status(known: 409)
    public static let gone = Status(known: 410)
    public static let contentTooLarge = Status(known: 413)
    public static let unsupportedMediaType = Status(known: 415)
    public static let rangeNotSatisfiable = Status(known: 416)
    public static let misdirectedRequest = Status(known: 421)
    public static let unprocessableContent = Status(known: 422)
    public static let tooManyRequests = Status(known: 429)
    public static let internalServerError = Status(known: 500)
    public static let notImplemented = Status(known: 501)
    public static let badGateway = Status(known: 502)
    public static let serviceUnavailable = Status(known: 503)
    public static let gatewayTimeout = Status(known: 504)
    /// RFC 4918 §11.5: nothing could be stored, which is temporary.
    public static let insufficientStorage = Status(known: 507)

    public var isSuccess: Bool { (200...299).contains(rawValue) }

    public var description: String { String(rawValue) }
}
