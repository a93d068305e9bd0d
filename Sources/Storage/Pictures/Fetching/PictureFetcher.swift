import Concurrency
import HTTP

/// Fetches a URL and follows redirects itself: each is a separate request under the transport's rules.
struct PictureFetcher: Sendable {
    let transport: any Transport
    let limits: PictureLimits
    let slots: Slots

    init(transport: any Transport, limits: PictureLimits) {
        self.transport = transport
        self.limits = limits
        slots = Slots(limits.fetchesAtOnce, maximumWaiting: limits.fetchesWaiting)
    }

    /// The response body, which may be anything.
    func fetch(_ url: PictureURL) async throws(PictureFault) -> [UInt8] {
        do { try await slots.take() } catch { throw .busy }
        defer { slots.giveBack() }
        let result = await withTaskGroup(of: Result<[UInt8], PictureFault>?.self) { group in
            group.addTask {
                do throws(PictureFault) { return .success(try await follow(url)) } catch { return .failure(error) }
            }
            group.addTask {
                // `nil` stands for the timeout; the first result counts, and the other task is cancelled.
                try? await Task.sleep(for: limits.fetchTime)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        guard let result else { throw .unreachable("no picture within \(limits.fetchTime)") }
        return try result.get()
    }

    private static let headers: HeaderFields = [
        .accept: "image/webp, image/png, image/jpeg, image/gif", .userAgent: "Engawa (avatars)",
    ]

    private func follow(_ first: PictureURL) async throws(PictureFault) -> [UInt8] {
        var url = first
        for _ in 0...limits.redirects {
            let answer = try await ask(url)
            switch answer.status.rawValue {
            case 200: return answer.body
            case 301, 302, 303, 307, 308:
                guard let next = answer.headers[.location].flatMap(url.redirected) else { throw .badRedirect }
                url = next
            default: throw .status(answer.status)
            }
        }
        throw .tooManyRedirects
    }

    private func ask(_ url: PictureURL) async throws(PictureFault) -> ClientResponse {
        do {
            return try await transport.send(ClientRequest(.get, url.description, headers: Self.headers))
        } catch {
            throw error.reason == .bodyTooLarge ? .tooLarge : .unreachable("\(error.reason), \(error.detail)")
        }
    }
}
