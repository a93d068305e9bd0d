import Accounts
import Chat
import HTTP
import Live
import Pictures

@testable import Gateway

/// Parameters with samples in which each has several values.
protocol SampledParameters: RouteParameters {
    static var samples: [Self] { get }
}

/// What a link must not take for a part of itself.
private let hardText = "a&b=c?d/e#f %41+ \"<>' 縁側 ..;\\"

extension NoParameters: SampledParameters {
    static var samples: [NoParameters] {
        RequestTarget("/").flatMap { NoParameters(MatchedTarget($0, RoutePattern("/"))) }.map { [$0] } ?? []
    }
}

extension Identifier: SampledParameters {
    static var samples: [Identifier] { [.random(), .random()] }
}

extension SignInMethodID: SampledParameters {
    static var samples: [SignInMethodID] { ["google", "apple-2"].compactMap { SignInMethodID($0) } }
}

extension ReturnParameters: SampledParameters {
    static var samples: [ReturnParameters] {
        [ReturnParameters(nil), ReturnParameters(routes.conversations(ListParameters(query: hardText)))]
    }
}

extension InviteParameters: SampledParameters {
    static var samples: [InviteParameters] { [InviteParameters(.random()), InviteParameters(.random())] }
}

extension ListParameters: SampledParameters {
    static var samples: [ListParameters] {
        let cursor = ListCursor(moment: Timestamp(milliseconds: -1), conversation: .random())
        return [
            ListParameters(), ListParameters(query: hardText), ListParameters(after: cursor),
            ListParameters(query: hardText, after: cursor),
        ]
    }
}

extension BookmarksParameters: SampledParameters {
    static var samples: [BookmarksParameters] {
        [BookmarksParameters(after: nil), BookmarksParameters(after: .random())]
    }
}

extension FormKey: SampledParameters {
    static var samples: [FormKey] { [.random(), FormKey("a-key")].compactMap(\.self) }
}

extension ChosenFileParameters: SampledParameters {
    static var samples: [ChosenFileParameters] {
        [ChosenFileParameters(file: nil), ChosenFileParameters(file: .random())]
    }
}

extension GroupFileParameters: SampledParameters {
    static var samples: [GroupFileParameters] {
        [
            GroupFileParameters(conversation: .random(), file: nil),
            GroupFileParameters(conversation: .random(), file: .random()),
        ]
    }
}

extension GroupPictureParameters: SampledParameters {
    static var samples: [GroupPictureParameters] {
        [
            GroupPictureParameters(conversation: .random(), picture: .random()),
            GroupPictureParameters(conversation: .random(), picture: .random()),
        ]
    }
}

extension FileParameters: SampledParameters {
    static var samples: [FileParameters] {
        [
            FileParameters(file: .random(), name: "夕焼け.png"), FileParameters(file: .random(), name: hardText),
            FileParameters(file: .random(), name: "a.png", width: .medium),
        ]
    }
}

extension ConversationFilesParameters: SampledParameters {
    static var samples: [ConversationFilesParameters] {
        [
            ConversationFilesParameters(conversation: .random()),
            ConversationFilesParameters(conversation: .random(), before: .random()),
        ]
    }
}

extension SearchParameters: SampledParameters {
    static var samples: [SearchParameters] {
        [
            SearchParameters(), SearchParameters(hardText), SearchParameters(in: .random()),
            SearchParameters(hardText, in: .random()),
        ]
    }
}

extension MembersParameters: SampledParameters {
    static var samples: [MembersParameters] {
        [
            MembersParameters(conversation: .random()), MembersParameters(conversation: .random(), query: hardText),
            MembersParameters(conversation: .random(), page: PeopleLimits.maximumPages),
            MembersParameters(conversation: .random(), query: hardText, page: 2),
        ]
    }
}

extension ThreadParameters: SampledParameters {
    static var samples: [ThreadParameters] {
        let before = MessageCursor(moment: Timestamp(milliseconds: 1_700_000_000_123), message: .random())
        let places: [ThreadPlace] = [.unread, .newest, .before(before), .from(before.moment)]
        return places.flatMap { place in
            [
                ThreadParameters(conversation: .random(), place: place),
                ThreadParameters(conversation: .random(), place: place, reply: .random()),
                ThreadParameters(conversation: .random(), place: place, isWithoutScripts: true),
                ThreadParameters(conversation: .random(), place: place, reply: .random(), isWithoutScripts: true),
            ]
        }
    }
}

extension MessageParameters: SampledParameters {
    static var samples: [MessageParameters] {
        [
            MessageParameters(conversation: .random(), message: .random(), moment: nil),
            MessageParameters(conversation: .random(), message: .random(), moment: Timestamp(milliseconds: 0)),
        ]
    }
}

extension ForwardParameters: SampledParameters {
    static var samples: [ForwardParameters] {
        MessageParameters.samples.flatMap { message in
            ListParameters.samples.map { ForwardParameters(message, list: $0) }
        }
    }
}

extension EventsParameters: SampledParameters {
    static var samples: [EventsParameters] {
        [
            EventsParameters(watching: [], after: nil),
            EventsParameters(watching: [], after: StreamPosition(EventID(.max))),
            EventsParameters(watching: [.random(), .random()], after: nil),
            EventsParameters(
                watching: [.random()],
                after: StreamPosition(EventID(7), moment: Timestamp(milliseconds: 1_795_255_200_000))),
        ]
    }
}

extension AvatarParameters: SampledParameters {
    static var samples: [AvatarParameters] {
        ["0123456789abcdef", "fedcba9876543210"].compactMap { half in
            CacheKey(half + half).map { AvatarParameters(user: .random(), version: $0) }
        }
    }
}

extension AccountsParameters: SampledParameters {
    static var samples: [AccountsParameters] {
        [
            AccountsParameters(), AccountsParameters(query: hardText), AccountsParameters(after: Alias("bob.b-2_c")),
            AccountsParameters(query: hardText, after: Alias("bob")),
        ]
    }
}

extension AuditParameters: SampledParameters {
    static var samples: [AuditParameters] {
        let cursor = AuditCursor("1795255200000.17")
        return [
            AuditParameters(), AuditParameters(from: hardText, person: hardText),
            AuditParameters(to: "2026-11-25", kind: .signedIn), AuditParameters(before: cursor),
            AuditParameters(from: "2026-11-01", to: hardText, person: "bob", kind: .roleChanged, before: cursor),
        ]
    }
}

extension PageNumber: SampledParameters {
    static var samples: [PageNumber] { [.first, PageNumber.first.next].compactMap { $0 } }
}

extension AssetParameters: SampledParameters {
    static var samples: [AssetParameters] {
        [
            AssetParameters(version: "0123456789abcdef", name: "engawa.css"),
            AssetParameters(version: "fedcba9876543210", name: "icons/icon.svg"),
        ]
    }
}

extension LinkParameters: SampledParameters {
    static var samples: [LinkParameters] { [LinkParameters(.random()), LinkParameters(.random())] }
}
