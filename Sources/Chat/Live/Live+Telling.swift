public import Chat
import Synchronization

extension Live {
    /// Tells the streams of one person something that is not of the chat, and that nobody who was away is told again.
    ///
    /// - Parameter bytes: what a stream is told; `nil` for nothing.
    public func tell(_ user: UserID, _ bytes: (Listener) -> [UInt8]?) {
        for listener in know({ hub, _ in hub.people[user]?.listeners ?? [] }) {
            guard let bytes = bytes(listener) else { continue }
            listener.send(bytes)
            told.add(1, ordering: .relaxed)
        }
    }
}
