import Chat
import HTTP
import Pictures

/// A user's picture. Another URL of the backend's is another version, so that browsers may keep it.
struct AvatarParameters: RouteParameters, Hashable {
    static let segmentCount = 2

    let user: UserID
    let version: PictureKey

    init(_ user: UserID, version: PictureKey) {
        self.user = user
        self.version = version
    }

    init?(_ target: MatchedTarget) {
        guard let user = UserID(target[0]), let version = PictureKey(target[1]) else { return nil }
        self.init(user, version: version)
    }

    func write<Sink: PathSink & ~Copyable>(segment number: Int, to sink: inout Sink) {
        if number == 0 { sink.add(user) } else { sink.add(text: "\(version)") }
    }
}
