import Chat
import Cryptography
import Foundation
import OneTimePasswords
import RepositoryBehaviour
import RecordStores
import Records
import Testing
import WebAuthn

@testable import Accounts

private struct Stage {
    let clock = ManualClock()
    let accounts: AccountsDatabase
    let vault = Vault(key: .random())
    let user = UserID.random()

    let place: RecordPlace

    init() async throws { try await self.init(RecordPlace()) }

    init(_ place: RecordPlace) async throws {
        self.place = place
        accounts = try await place.accounts()
    }

    var factors: Factors { Factors(accounts, vault: vault, clock: clock.clock) }
    var challenges: PasskeyChallenges { PasskeyChallenges(accounts, vault: vault, clock: clock.clock) }

    func code(_ secret: TOTPSecret) -> String { secret.code(atSeconds: clock.now.milliseconds / 1_000) }

    /// A confirmed app.
    func authenticator() async throws -> TOTPSecret {
        let secret = try #require(try await factors.beginAuthenticator(of: user))
        try #require(try await factors.confirmAuthenticator(code(secret), of: user))
        clock.advance(by: .seconds(60))
        return secret
    }

    func decision(
        _ policy: FactorPolicy, provesSecondFactor: Bool = false, device: SessionToken? = nil
    ) async throws -> FactorDecision {
        try await factors.decision(for: user, provesSecondFactor: provesSecondFactor, device: device, policy)
    }
}

private func credential(_ byte: UInt8, counter: UInt32 = 0) -> PublicKeyCredential {
    PublicKeyCredential(
        id: [byte], algorithm: .es256, publicKey: [UInt8](repeating: byte, count: 64), counter: counter,
        isBackupEligible: false, authenticatorModel: [UInt8](repeating: 0, count: 16))
}

@Suite(.eachRecordStore) struct FactorsTests {
    @Test func `an app is valid once a code was confirmed`() async throws {
        let stage = try await Stage()
        let secret = try #require(try await stage.factors.beginAuthenticator(of: stage.user))
        #expect(try await stage.factors.summary(of: stage.user).hasSecondFactor == false)
        #expect(try await stage.factors.use(stage.code(secret), of: stage.user) == nil)
        #expect(try await stage.factors.confirmAuthenticator("000000", of: stage.user) == false)
        #expect(try await stage.factors.confirmAuthenticator(stage.code(secret), of: stage.user))
        #expect(try await stage.factors.summary(of: stage.user).authenticatorSince == stage.clock.now)
        // A confirmed app must be removed before another one is set up.
        #expect(try await stage.factors.beginAuthenticator(of: stage.user) == nil)
        #expect(try await stage.factors.begunAuthenticator(of: stage.user) == nil)
    }

    @Test func `a code is valid once, also the one that confirmed`() async throws {
        let stage = try await Stage()
        let secret = try #require(try await stage.factors.beginAuthenticator(of: stage.user))
        let code = stage.code(secret)
        try #require(try await stage.factors.confirmAuthenticator(code, of: stage.user))
        #expect(try await stage.factors.use(code, of: stage.user) == nil)
        stage.clock.advance(by: .seconds(30))
        #expect(try await stage.factors.use(stage.code(secret), of: stage.user) == .authenticator)
        #expect(try await stage.factors.use(stage.code(secret), of: stage.user) == nil)
        #expect(try await stage.factors.use(stage.code(secret), of: .random()) == nil)
    }

    @Test func `a recovery code is valid once, for its owner, until there are new ones`() async throws {
        let stage = try await Stage()
        _ = try await stage.authenticator()
        let codes = try await stage.factors.renewRecoveryCodes(of: stage.user)
        #expect(codes.count == 10)
        #expect(try await stage.factors.use(codes[0].shown.revealed, of: .random()) == nil)
        #expect(try await stage.factors.use(codes[0].shown.revealed.uppercased(), of: stage.user) == .recovery(left: 9))
        #expect(try await stage.factors.use(codes[0].shown.revealed, of: stage.user) == nil)
        let renewed = try await stage.factors.renewRecoveryCodes(of: stage.user)
        #expect(try await stage.factors.use(codes[1].shown.revealed, of: stage.user) == nil)
        #expect(try await stage.factors.use(renewed[1].shown.revealed, of: stage.user) == .recovery(left: 9))
    }

    @Test func `the database contains neither a secret nor a code`() async throws {
        let stage = try await Stage(.shared())
        let secret = try await stage.authenticator()
        let codes = try await stage.factors.renewRecoveryCodes(of: stage.user)
        let device = try await stage.factors.remember(stage.user, device: nil, address: nil)
        let kept = try await stage.place.contents()
        #expect(kept.range(of: Data(stage.user.description.utf8)) != nil)
        #expect(kept.range(of: Data(secret.key)) == nil)
        #expect(kept.range(of: Data(try #require(Hexadecimal.decode(device.cookieValue)))) == nil)
        #expect(kept.range(of: Data(device.cookieValue.utf8)) == nil)
        for code in codes {
            #expect(kept.range(of: Data(code.shown.revealed.utf8)) == nil)
            #expect(kept.range(of: Data(code.shown.revealed.filter { $0 != "-" }.utf8)) == nil)
        }
    }

    @Test func `a secret copied to another person's row can't be decrypted`() async throws {
        let stage = try await Stage()
        _ = try await stage.authenticator()
        let mallory = UserID.random()
        let secret = try #require(try await stage.factors.beginAuthenticator(of: mallory))
        try await stage.accounts.database.transaction { transaction in
            try await transaction.run(
                "UPDATE authenticator SET sealed = (SELECT sealed FROM authenticator WHERE user_id = $1)",
                mallory.description)
        }
        await #expect(throws: VaultError.self) { try await stage.factors.use(stage.code(secret), of: stage.user) }
    }

    @Test func `without a second factor there are neither recovery codes nor remembered browsers`() async throws {
        let stage = try await Stage()
        _ = try await stage.authenticator()
        #expect(try await stage.factors.add(credential(1), named: "key", to: stage.user))
        _ = try await stage.factors.renewRecoveryCodes(of: stage.user)
        _ = try await stage.factors.remember(stage.user, device: "Firefox", address: nil)
        #expect(try await stage.factors.removeAuthenticator(of: stage.user))
        #expect(try await stage.factors.summary(of: stage.user).recoveryCodes == 10)
        #expect(try await stage.factors.removePasskey([1], of: stage.user))
        let left = try await stage.factors.summary(of: stage.user)
        #expect(left.recoveryCodes == 0 && left.devices.isEmpty)
    }

    @Test func `a passkey belongs to one person, and only they can remove it`() async throws {
        let stage = try await Stage()
        let other = UserID.random()
        #expect(try await stage.factors.add(credential(1), named: "mine", to: stage.user))
        #expect(try await stage.factors.add(credential(1), named: "stolen", to: other) == false)
        #expect(try await stage.factors.removePasskey([1], of: other) == false)
        #expect(try await stage.factors.renamePasskey([1], of: other, to: "x") == false)
        #expect(try await stage.factors.passkey([1])?.name == "mine")
        for number in 2...UInt8(Passkey.maximumCount) {
            #expect(try await stage.factors.add(credential(number), named: "", to: stage.user))
        }
        #expect(try await stage.factors.add(credential(99), named: "one too many", to: stage.user) == false)
    }

    @Test func `the decision after a first factor`() async throws {
        let stage = try await Stage()
        let (off, offered) = (FactorPolicy(everyone: .off), FactorPolicy())
        let required = FactorPolicy(everyone: .required, grace: .seconds(86_400))
        #expect(try await stage.decision(offered) == .admitted)
        #expect(try await stage.decision(required) == .admittedUntil(stage.clock.now.adding(.seconds(86_400))))
        #expect(try await stage.decision(required, provesSecondFactor: true) == .admitted)
        stage.clock.advance(by: .seconds(86_399))
        #expect(try await stage.decision(required) == .admittedUntil(stage.clock.now.adding(.seconds(1))))
        stage.clock.advance(by: .seconds(1))
        #expect(try await stage.decision(required) == .pending(.enrolment))
        // Required of admins: the person is no admin, then one, then none again.
        let ofAdmins = FactorPolicy(everyone: .offered, admins: .required)
        let accounts = AccountRegister(stage.accounts, clock: stage.clock.clock)
        #expect(try await stage.decision(ofAdmins) == .admitted)
        _ = try await accounts.set(.admin, of: stage.user)
        #expect(try await stage.decision(ofAdmins) == .pending(.enrolment))
        #expect(try await stage.decision(FactorPolicy(everyone: .required, admins: .offered)) == .admitted)
        _ = try await accounts.set(.member, of: stage.user)
        #expect(try await stage.decision(ofAdmins) == .admitted)
        _ = try await stage.authenticator()
        for policy in [offered, required] {
            #expect(try await stage.decision(policy) == .pending(.proof))
            #expect(try await stage.decision(policy, provesSecondFactor: true) == .admitted)
        }
        #expect(try await stage.decision(off) == .admitted)
        // There is one grace period only: removing a factor starts no new one.
        #expect(try await stage.factors.removeAuthenticator(of: stage.user))
        #expect(try await stage.decision(required) == .pending(.enrolment))
    }

    @Test func `a remembered browser skips the second factor, for a time, for that person, until it is removed`()
        async throws
    {
        let stage = try await Stage()
        _ = try await stage.authenticator()
        let device = try await stage.factors.remember(stage.user, device: "Firefox", address: "192.0.2.1")
        #expect(try await stage.decision(FactorPolicy(), device: device) == .remembered)
        #expect(try await stage.decision(FactorPolicy(), device: .random()) == .pending(.proof))
        let others = try await stage.factors.remember(.random(), device: "Firefox", address: nil)
        #expect(try await stage.decision(FactorPolicy(), device: others) == .pending(.proof))
        stage.clock.advance(by: FactorPolicy.deviceLifetime - .seconds(1))
        #expect(try await stage.decision(FactorPolicy(), device: device) == .remembered)
        stage.clock.advance(by: .seconds(1))
        #expect(try await stage.decision(FactorPolicy(), device: device) == .pending(.proof))
        let another = try await stage.factors.remember(stage.user, device: nil, address: nil)
        let id = try await #require(try stage.factors.summary(of: stage.user).devices.first?.id)
        #expect(try await stage.factors.forgetDevices(of: .random(), id: id) == false)
        #expect(try await stage.factors.forgetDevices(of: stage.user, id: id))
        #expect(try await stage.decision(FactorPolicy(), device: another) == .pending(.proof))
    }

    @Test func `a reset removes everything`() async throws {
        let stage = try await Stage()
        _ = try await stage.authenticator()
        #expect(try await stage.factors.add(credential(1), named: "key", to: stage.user))
        _ = try await stage.factors.renewRecoveryCodes(of: stage.user)
        let device = try await stage.factors.remember(stage.user, device: nil, address: nil)
        #expect(try await stage.factors.reset(stage.user))
        #expect(try await stage.factors.reset(stage.user) == false)
        let left = try await stage.factors.summary(of: stage.user)
        #expect(!left.hasSecondFactor && left.recoveryCodes == 0 && left.devices.isEmpty)
        _ = try await stage.authenticator()
        #expect(try await stage.decision(FactorPolicy(), device: device) == .pending(.proof))
    }
}

@Suite(.eachRecordStore) struct PasskeyTicketTests {
    @Test func `a challenge is valid once, for one purpose and session, for a time`() async throws {
        let stage = try await Stage()
        let browser = SessionToken.random()
        let purposes: [PasskeyChallenges.Purpose] = [
            .signIn(browser), .proof(session: "a"), .registration(session: "a"),
        ]
        for (index, purpose) in purposes.enumerated() {
            let (challenge, ticket) = stage.challenges.issue(for: purpose)
            for (place, other) in purposes.enumerated() where place != index {
                #expect(try await stage.challenges.redeem(ticket, for: other) == nil)
            }
            #expect(try await stage.challenges.redeem(ticket, for: .signIn(.random())) == nil)
            #expect(try await stage.challenges.redeem(ticket, for: .proof(session: "b")) == nil)
            #expect(try await stage.challenges.redeem(ticket, for: .registration(session: "b")) == nil)
            #expect(try await stage.challenges.redeem(ticket, for: purpose) == challenge)
            #expect(try await stage.challenges.redeem(ticket, for: purpose) == nil)
        }
        let (_, late) = stage.challenges.issue(for: .proof(session: "a"))
        stage.clock.advance(by: PasskeyChallenges.lifetime)
        #expect(try await stage.challenges.redeem(late, for: .proof(session: "a")) == nil)
        for text in ["", "x", "AAAA", late + "A"] {
            #expect(try await stage.challenges.redeem(text, for: .proof(session: "a")) == nil)
        }
    }
}
