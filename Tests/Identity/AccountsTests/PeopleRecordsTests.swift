import Chat
import Cryptography
import OpenID
import RecordStores
import Records
import RepositoryBehaviour
import Testing

@testable import Accounts

/// What the pages of people and of the admin read and change.
@Suite("The records of people", .eachRecordStore)
struct PeopleRecordsTests {
    private let clock = ManualClock()
    private let accounts: AccountsDatabase
    private let sessions: Sessions
    private let identities: Identities
    private let register: AccountRegister
    private let vault = Vault(key: .random())
    private let alice = User(
        id: .random(), alias: "alice", name: "Alice", avatarURL: nil, createdAt: Timestamp(milliseconds: 0))
    private let bob = User(
        id: .random(), alias: "bob", name: "Bob", avatarURL: nil, createdAt: Timestamp(milliseconds: 0))
    private let identity = Identity(issuer: "https://id.test", subject: "縁側")!
    private let method = SignInMethodID("corp")!
    private let credential = Credential.cookie(Secret("a=b"), expiresAt: nil)

    init() async throws {
        accounts = try await RecordPlace().accounts()
        sessions = Sessions(accounts, vault: vault, clock: clock.clock)
        identities = Identities(accounts, clock: clock.clock)
        register = AccountRegister(accounts, clock: clock.clock)
    }

    /// A session of Alice that began with her identity.
    private func linkedSession(_ sid: String? = nil) async throws -> SessionToken {
        try await identities.link(identity, to: alice.id, method: method, label: "a@id.test")
        clock.advance(by: .seconds(1))
        return try await sessions.begin(
            for: alice, Proof(.identity(identity), by: method, credential: credential, providerSession: sid))
    }

    private func revocations() async throws -> [UserID?] {
        try await accounts.database.rows("SELECT withdrawn_by FROM revocation") { $0.optionalText(0) }
            .map { $0.flatMap { UserID($0) } }
    }

    @Test("a person who is erased leaves nothing but what is to be revoked")
    func erasure() async throws {
        let token = try await linkedSession()
        let other = try await sessions.begin(for: bob)
        try await sessions.keepConsent(credential, of: identity, method)
        try await register.set(.admin, of: alice.id)
        _ = try await Factors(accounts, vault: vault, clock: clock.clock).renewRecoveryCodes(of: alice.id)
        _ = try await OneTimeLinks(accounts, clock: clock.clock).make(
            .password(of: alice.id), by: nil, for: .seconds(9))
        #expect(try await sessions.erase(alice.id).map(\.id) == [token.sessionID])
        let revocations = try await revocations()
        #expect(revocations.count == 2 && revocations.contains(alice.id))
        for table in ["session", "identity", "recovery_code", "one_time_link", "account"] {
            let left = try await accounts.database.rows(
                "SELECT user_id FROM \(table) WHERE user_id = $1", alice.id.description
            ) { $0.text(0) }
            #expect(left.isEmpty, "\(table)")
        }
        #expect(try await sessions.session(of: other) != nil)
    }

    @Test("unlinking an identity ends its other sessions, and withdraws the consent")
    func unlinking() async throws {
        let (here, there) = (try await linkedSession(), try await linkedSession())
        try await sessions.keepConsent(credential, of: identity, method)
        // A later consent takes its place.
        try await sessions.keepConsent(.cookie(Secret("c=d"), expiresAt: nil), of: identity, method)
        #expect(try await sessions.unlink(identity, from: bob.id, in: here.sessionID) == nil)
        let ended = try await sessions.unlink(identity, from: alice.id, in: here.sessionID)
        #expect(ended?.map(\.id) == [there.sessionID])
        #expect(try await sessions.session(of: here) != nil)
        #expect(try await sessions.holders(for: alice.id).isEmpty)
        #expect(try await identities.links(of: alice.id).isEmpty)
        #expect(try await revocations().count == 3)
    }

    @Test("sessions end by every selection, and only those")
    func selections() async throws {
        var tokens: [SessionToken] = []
        for sid in ["1", "2", "3", "4", nil] { tokens.append(try await linkedSession(sid)) }
        let other = try await sessions.begin(for: bob)
        let ids = tokens.map(\.sessionID)
        #expect(try await sessions.end(.providerSession(issuer: identity.issuer, id: "1")).map(\.id) == [ids[0]])
        #expect(try await sessions.end(.id(ids[1], of: bob.id)).isEmpty)
        #expect(try await sessions.end(.id(ids[1], of: alice.id)).map(\.id) == [ids[1]])
        #expect(try await sessions.end(.identity(identity, except: ids[2])).count == 2)
        #expect(try await sessions.ended(among: ids) == ids.filter { $0 != ids[2] })
        #expect(try await sessions.end(.all(of: alice.id, except: ids[2])).isEmpty)
        #expect(try await sessions.end(.all(of: alice.id)).map(\.id) == [ids[2]])
        #expect(try await sessions.all().map(\.id) == [other.sessionID])
        #expect(try await sessions.end(.everything).count == 1)
    }

    @Test("of many sessions, those that have ended are found")
    func ended() async throws {
        var ids: [String] = []
        for _ in 0..<150 { ids.append(try await sessions.begin(for: alice).sessionID) }
        for id in [ids[0], ids[64], ids[149]] { try await sessions.end(.id(id, of: alice.id)) }
        #expect(try await sessions.ended(among: ids + ["x"]) == [ids[0], ids[64], ids[149], "x"])
        #expect(try await sessions.ended(among: []).isEmpty)
        let before = try await sessions.snapshot()
        #expect(before.nextEnd == clock.now.adding(SessionLimits().idle))
        #expect(before.endings(since: before, now: clock.now) == .none)
        #expect(before.endings(since: before, now: try #require(before.nextEnd)) == .perhapsAny)
        let last = try await sessions.begin(for: alice).sessionID
        try await sessions.end(.id(last, of: alice.id))
        let after = try await sessions.snapshot()
        let endings = after.endings(since: before, now: clock.now)
        #expect(endings == (RecordStore.current == .postgreSQL ? .these([last]) : .perhapsAny))
        #expect(try await sessions.ended(endings, among: [ids[1], last]) == [last])
        #expect(after.endings(since: nil, now: clock.now) == .perhapsAny)
        try await sessions.forgetEndings()
        try await sessions.end(.everything)
        #expect(try await sessions.snapshot().nextEnd == nil)
    }

    @Test("sessions are listed a page at a time, the most recently used first")
    func pages() async throws {
        var ids: [String] = []
        for _ in 0..<5 {
            clock.advance(by: .seconds(1))
            ids.append(try await sessions.begin(for: alice).sessionID)
        }
        #expect(try await sessions.page(0, size: 2).map(\.id) == [ids[4], ids[3]])
        #expect(try await sessions.page(2, size: 2).map(\.id) == [ids[0]])
        #expect(try await sessions.count() == 5)
        let recent = try await sessions.inUse(ids: [ids[0], ids[4], "x"], since: clock.now.adding(.seconds(-1)))
        #expect(Set(recent.map(\.id)) == [ids[0], ids[3], ids[4]] && recent.count == 3)
        try await sessions.rename(
            User(id: alice.id, alias: "ally", name: "Ally", avatarURL: nil, createdAt: alice.createdAt))
        #expect(try await sessions.all().allSatisfy { $0.alias == "ally" && $0.name == "Ally" })
    }

    @Test("the status of people is what is stored of each")
    func statuses() async throws {
        _ = try await linkedSession()
        try await register.set(.admin, of: alice.id)
        try await register.disable(alice.id)
        let statuses = try await register.statuses(of: [bob.id, alice.id])
        let status = try #require(statuses[alice.id])
        #expect(status.role == .admin && status.disabledAt == clock.now && status.lastSeen == clock.now)
        #expect(status.linkedMethods == [method] && !status.hasAuthenticator && status.passkeys == 0)
        #expect(statuses[bob.id] == .unknown)
        #expect(try await register.enable(alice.id))
        #expect(try await !register.enable(alice.id))
        #expect(try await register.all().map(\.user) == [alice.id])
        #expect(try await !register.disable(bob.id) == false)
        #expect(try await !register.disable(bob.id))
        #expect(try await register.all().count == 2)
    }

    @Test("a credential is replaced where its session still has one")
    func replacing() async throws {
        let token = try await linkedSession()
        let holder = try #require(try await sessions.holder(id: token.sessionID))
        let new = Credential.cookie(Secret("e=f"), expiresAt: nil)
        #expect(try await sessions.replace(new, of: holder))
        #expect(try await sessions.holders(for: alice.id).map(\.credential) == [new])
        try await sessions.end(.token(token))
        #expect(try await !sessions.replace(new, of: holder))
    }

    @Test("the proof with which a profile set-up began is kept with it")
    func setUp() async throws {
        var profile = Profile()
        profile.name = "花子"
        var proof = Proof(.identity(identity), by: method, profile: profile, credential: credential)
        proof.provesSecondFactor = true
        let token = try await sessions.beginSetUp(proof)
        let kept = try #require(try await sessions.proof(ofSetUp: token))
        #expect(kept.identity == identity && kept.profile.name == "花子" && kept.credential == credential)
        #expect(kept.provesSecondFactor && kept.method == method)
        #expect(try await sessions.proof(ofSetUp: .random()) == nil)
    }

    @Test("a consent that nobody uses is forgotten after a day")
    func unusedConsent() async throws {
        try await sessions.keepConsent(credential, of: identity, method)
        clock.advance(by: .seconds(24 * 3_600))
        try await sessions.keepConsent(credential, of: Identity(issuer: "https://id.test", subject: "2")!, method)
        let kept = try await accounts.database.rows("SELECT subject FROM consent") { $0.text(0) }
        #expect(kept == ["2"])
    }
}
