import Concurrency
package import HTTP

/// Fetches a URL and follows redirects itself: each is a separate request under the transport's rules.
package struct WebFetcher: Sendable {
    package struct Limits: Sendable {
        /// The maximum number of redirects.
        package var redirects: Int
        /// The timeout of a fetch with all its redirects.
        package var time: Duration
        /// The maximum number of concurrent fetches; others wait.
        package var atOnce: Int
        /// How many may wait; others fail.
        package var waiting: Int
        /// The ports that requests go to; `nil` for any.
        package var ports: Set<UInt16>?

        package init(redirects: Int, time: Duration, atOnce: Int, waiting: Int, ports: Set<UInt16>?) {
            self.redirects = redirects
            self.time = time
            self.atOnce = atOnce
            self.waiting = waiting
            self.ports = ports
        }
    }

    package struct Answer: Sendable {
        /// The URL that answered, after redirects.
        package let url: WebURL
        package let headers: HeaderFields
        package let body: [UInt8]
    }

    private let transport: any Transport
    private let headers: HeaderFields
    private let limits: Limits
    private let slots: Slots

    /// - Parameters:
    ///   - transport: must connect to public addresses only, and limit the size of bodies.
    ///   - headers: those of each request.
    package init(transport: any Transport, headers: HeaderFields, limits: Limits) {
        self.transport = transport
        self.headers = headers
        self.limits = limits
        slots = Slots(limits.atOnce, maximumWaiting: limits.waiting)
    }

    /// The response with status 200, whose body may be anything.
    package func fetch(_ url: WebURL) async throws(FetchFault) -> Answer {
        do { try await slots.take() } catch { throw .busy }
        defer { slots.giveBack() }
        let result = await withTaskGroup(of: Result<Answer, FetchFault>?.self) { group in
            group.addTask {
                do throws(FetchFault) { return .success(try await follow(url)) } catch { return .failure(error) }
            }
            group.addTask {
                // `nil` stands for the timeout; the first result counts, and the other task is cancelled.
                try? await Task.sleep(for: limits.time)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        guard let result else { throw .unreachable("no answer within \(limits.time)") }
        return try result.get()
    }

    private func follow(_ first: WebURL) async throws(FetchFault) -> Answer {
        var url = first
        for _ in 0...limits.redirects {
            let answer = try await ask(url)
            switch answer.status.rawValue {
            case 200: return Answer(url: url, headers: answer.headers, body: answer.body)
            case 301, 302, 303, 307, 308:
                guard let next = answer.headers[.location].flatMap(url.redirected) else { throw .badRedirect }
                url = next
            default: throw .status(answer.status)
            }
        }
        throw .tooManyRedirects
    }

    private func ask(_ url: WebURL) async throws(FetchFault) -> ClientResponse {
        guard limits.ports?.contains(url.origin.port) != false else { throw .forbiddenPort(url.origin.port) }
        do {
            return try await transport.send(ClientRequest(.get, url.description, headers: headers))
        } catch {
            throw error.reason == .bodyTooLarge ? .tooLarge : .unreachable("\(error.reason), \(error.detail)")
        }
    }
}

/// Why a URL can't be fetched.
package enum FetchFault: Error, Equatable, CustomStringConvertible {
    /// No response, or none in time.
    case unreachable(String)
    /// Too many others are being fetched.
    case busy
    /// A status other than 200.
    case status(Status)
    case tooManyRedirects
    /// A redirect to a URL that may not be fetched.
    case badRedirect
    case forbiddenPort(UInt16)
    case tooLarge

    package var description: String {
        switch self {
        case .unreachable(let why): "unreachable: \(why)"
        case .busy: "too many others wait"
        case .status(let status): "status \(status)"
        case .tooManyRedirects: "too many redirects"
        case .badRedirect: "a redirect to a forbidden URL"
        case .forbiddenPort(let port): "port \(port) is not allowed"
        case .tooLarge: "too large"
        }
    }

    /// Whether a retry may succeed.
    package var isTemporary: Bool {
        switch self {
        case .unreachable, .busy: true
        case .status(let status): status.rawValue >= 500 || status == .tooManyRequests
        default: false
        }
    }
}
