import Bytes
import Cryptography
public import HTTP
import Synchronization

/// A token service without people, so that every state of the sign-in page can be seen: for development only.
///
/// It takes any e-mail address and any password, and its access tokens last 30 seconds.
public final class SimulatedTokenService: Transport {
    public enum Behaviour: String, Sendable, CaseIterable {
        /// Succeeds half of the time, and fails otherwise, in any way.
        case random
        /// Always fails, in each way in turn.
        case failing
    }

    /// The ways to fail.
    enum Fault: CaseIterable {
        case wrongCredentials
        case tooMany
        case unreadable
        case broken
        case unavailable
        case unreachable
        case silent
    }

    /// The address of the simulated service, which nobody has (RFC 2606 §2).
    public static var base: EndpointURL {
        guard let url = EndpointURL("https://token-service.invalid") else { preconditionFailure("not a URL") }
        return url
    }

    static let lifetime = Duration.seconds(30)
    static let retryAfter = Duration.seconds(5)
    /// How long it takes to answer a sign-in, so that the form can be seen waiting.
    static let delay = Duration.seconds(1)

    private let behaviour: Behaviour
    private let choose: @Sendable (_ count: Int) -> Int
    private let wait: @Sendable (Duration) async -> Void
    /// The number of faults so far.
    private let faults = Mutex(0)

    /// - Parameters:
    ///   - choose: a random number from 0 up to, but not including, `count`.
    ///   - wait: returns after a time.
    public init(
        _ behaviour: Behaviour, choose: @escaping @Sendable (_ count: Int) -> Int = { .random(in: 0..<$0) },
        wait: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.behaviour = behaviour
        self.choose = choose
        self.wait = wait
    }

    public func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        switch request.url {
        case "\(Self.base)/auth/login":
            await wait(Self.delay)
            if let fault = fault() { return try fault.answer(request) }
            return Self.tokens(for: request.body.flatMap { JSON(parsing: $0) }?["email"]?.string ?? "")
        case "\(Self.base)/auth/refresh":
            // A refusal ends the session, which is another state to be seen.
            if let fault = fault() { return try fault.answer(request) }
            return Self.tokens(for: nil)
        case "\(Self.base)/auth/logout": return ClientResponse(.noContent)
        default: return ClientResponse(.notFound)
        }
    }

    /// How the next answer fails; `nil` if it succeeds.
    private func fault() -> Fault? {
        let all = Fault.allCases
        switch behaviour {
        case .random: return choose(2) == 0 ? nil : all[choose(all.count)]
        case .failing:
            return faults.withLock { faults in
                defer { faults += 1 }
                return all[faults % all.count]
            }
        }
    }

    /// - Parameter email: of the person who signs in; `nil` for a refresh.
    private static func tokens(for email: String?) -> ClientResponse {
        var answer: [String: JSON] = [
            "token": [
                "accessToken": .string(Secret.random(bytes: 16).revealed),
                "refreshToken": .string(Secret.random(bytes: 16).revealed),
                "expiresIn": .number(Double(lifetime.components.seconds)),
            ]
        ]
        if let email {
            let name = String(String.UnicodeScalarView(email.unicodeScalars.prefix { $0 != "@" }))
            answer["user"] = [
                "id": .string("simulated:\(email.lowercased())"), "email": .string(email), "name": .string(name),
                "introduction": "Simulated for development: https://engawa.example",
            ]
        }
        return json(.ok, .object(answer))
    }

    fileprivate static func json(_ status: Status, _ body: JSON) -> ClientResponse {
        ClientResponse(status, headers: [.contentType: "\(MediaType.json)"], body: body.bytes)
    }
}

extension SimulatedTokenService.Fault {
    fileprivate func answer(_ request: ClientRequest) throws(TransportError) -> ClientResponse {
        switch self {
        case .wrongCredentials:
            return SimulatedTokenService.json(.unauthorized, ["message": "Invalid credentials"])
        case .tooMany:
            let seconds = SimulatedTokenService.retryAfter.components.seconds
            return ClientResponse(.tooManyRequests, headers: [.retryAfter: "\(seconds)"])
        case .unreadable: return SimulatedTokenService.json(.ok, ["token": [:]])
        case .broken: return ClientResponse(.internalServerError)
        case .unavailable: return ClientResponse(.serviceUnavailable)
        case .unreachable: throw error(.cannotConnect, request)
        case .silent: throw error(.timedOut, request)
        }
    }

    private func error(_ reason: TransportError.Reason, _ request: ClientRequest) -> TransportError {
        TransportError(reason, method: request.method, url: request.url, detail: "simulated")
    }
}
