public import Chat
public import HTTP
public struct ChatBackend: Sendable { public init(repositories: Repositories) {} ; public func respond(to request: Request) async -> Response { Response(.ok) } }
