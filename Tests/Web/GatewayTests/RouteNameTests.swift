import HTTP
import Testing

@testable import Gateway

@Suite struct RouteNameTests {
    private static let id = "00000000-0000-4000-8000-000000000001"

    @Test(
        arguments: [
            ("/", "home"), ("/sign-in?return=%2Fprofile", "signIn"), ("/conversations", "conversations"),
            ("/conversations/new", "newConversation"), ("/conversations/\(id)?reply=\(id)", "thread"),
            ("/conversations/\(id)/messages", "messages"), ("/conversations/\(id)/messages/\(id)?at=1", "message"),
            ("/conversations/\(id)/messages/\(id)/reactions", "messageReactions"),
            ("/conversations/\(id)/messages/\(id)/unread", "messageUnread"),
            ("/conversations/\(id)/messages/\(id)/edit", "messageEdit"), ("/search?q=secret", "search"),
            ("/assets/abc/engawa.css", "asset"), ("/healthz", "health"), ("/readyz", "readiness"),
            ("/metrics", "unknown"), ("/wp-login.php", "unknown"), ("/conversations/nonsense", "unknown"),
        ] as [(String, String)])
    func `a request has the name of what it is for, and nothing of what it holds`(target: String, name: String)
        throws
    {
        let target = try #require(RequestTarget(target))
        let names = [Method.get, .post].map { Routes.table.match($0, target).name.rawValue }
        #expect(names == [name, name])
    }
}
