import Chat
import HTTP
import Pictures

/// A user's picture. The version is a hash of the picture's URL, so browsers may cache it for long.
struct AvatarParameters: Hashable {
    let user: UserID
    let version: CacheKey
}

extension AvatarParameters: RouteParameters {
    static let segmentCount = 2

    init?(_ target: MatchedTarget) {
        guard let user = UserID(target[0]), let version = CacheKey(target[1]) else { return nil }
        self.init(user: user, version: version)
    }

    func write<Sink: PathSink & ~Copyable>(segment number: Int, to sink: inout Sink) {
        if number == 0 { sink.add(user) } else { sink.add(text: "\(version)") }
    }
}
