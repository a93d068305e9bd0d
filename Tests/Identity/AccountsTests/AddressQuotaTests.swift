import Accounts
import RepositoryBehaviour
import Testing

@Suite struct AddressQuotaTests {
    @Test func `the quota can be used in a burst, and is refilled evenly`() async {
        let clock = ManualClock()
        let quota = AddressQuota(3, in: .seconds(30), clock: clock.clock)
        for _ in 0..<3 { #expect(await quota.take("192.0.2.1") == nil) }
        #expect(await quota.take("192.0.2.1") == .seconds(10))
        #expect(await quota.take("192.0.2.2") == nil)
        clock.advance(by: .seconds(9))
        #expect(await quota.take("192.0.2.1") == .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(await quota.take("192.0.2.1") == nil)
        #expect(await quota.take("192.0.2.1") == .seconds(10))
        clock.advance(by: .seconds(30))
        for _ in 0..<3 { #expect(await quota.take("192.0.2.1") == nil) }
        #expect(await quota.take("192.0.2.1") != nil)
    }

    @Test func `the IPv6 addresses of a household count as one, and invalid ones are not counted`() async {
        let quota = AddressQuota(1, in: .seconds(60), clock: ManualClock().clock)
        #expect(await quota.take("2001:db8::1") == nil)
        #expect(await quota.take("2001:db8::2") != nil)
        #expect(await quota.take("2001:db8:0:1::2") == nil)
        for _ in 0..<3 { #expect(await quota.take(nil) == nil) }
    }

    @Test func `a flood of addresses is bounded in memory, and unblocks no blocked address`() async {
        let clock = ManualClock()
        let quota = AddressQuota(2, in: .seconds(60), clock: clock.clock)
        for _ in 0..<2 { _ = await quota.take("192.0.2.1") }
        for number in 0..<AddressQuota.maximumAddresses * 2 {
            _ = await quota.take("10.\(number >> 16).\(number >> 8 & 255).\(number & 255)")
        }
        #expect(await quota.take("192.0.2.1") != nil)
    }
}
