import HTTP
import Testing

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

/// Says something in the veranda, and returns the path of the message.
func messagePath(saying text: String, as browser: Browser) async throws -> String {
    _ = try await browser.post("/conversations/\(veranda)/messages", ["text": .init(text)])
    let id = try #require(try await browser.get("/conversations/\(veranda)").messageIDs.last)
    return "/conversations/\(veranda)/messages/\(id)"
}
