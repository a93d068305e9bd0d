import OpenID
import Testing

@Suite struct AuthenticationContextTests {
    @Test(
        arguments: [
            (["mfa"], nil, nil, true), (["pwd", "otp"], nil, nil, true), (["pwd", "mfa", "otp"], nil, nil, true),
            (["hwk", "fpt"], nil, nil, true), (["password", "totp"], nil, "aal1", true),
            // Two methods of the same kind are one factor.
            (["pwd"], nil, nil, false), (["pwd", "pin"], nil, nil, false), (["otp", "sms"], nil, nil, false),
            ([], nil, nil, false), (["oauth"], "0", "aal1", false), ([], "urn:mace:incommon:iap:silver", nil, false),
            ([], nil, "aal2", true), ([], "aal3", nil, true), ([], "https://refeds.org/profile/mfa", nil, true),
            ([], "phr", nil, true),
        ] as [([String], String?, String?, Bool)])
    func `two factors of different kinds are a second factor`(
        methods: [String], contextClass: String?, level: String?, expected: Bool
    ) {
        let context = AuthenticationContext(
            methods: Set(methods), contextClass: contextClass, assuranceLevel: level)
        #expect(context.hasSecondFactor == expected)
    }
}
