import Accounts
import HTTP

extension Visit {
    /// The ways in that are open to this visit: those by password only where it may be typed.
    var methods: SignInMethods { mayTypePasswords ? allMethods : allMethods.withoutPasswords }

    /// Who makes accounts with a password; `nil` where people don't make their own, or need none.
    var registration: (any PasswordRegistration)? {
        policy.allowsRegistration && methods.userID == nil ? methods.registration : nil
    }

    private var mayTypePasswords: Bool {
        switch policy.passwords {
        case .everywhere: true
        // Behind a proxy everything comes from this machine, whoever sent it.
        case .thisMachine: isOfThisMachine && request.headers["X-Forwarded-For"] == nil
        }
    }

    private var isOfThisMachine: Bool {
        guard let address else { return false }
        return address == "::1" || address.hasUTF8Prefix("127.")
            || address.hasUTF8Prefix("::ffff:127.")
    }
}

extension SignInMethods {
    fileprivate var withoutPasswords: SignInMethods { SignInMethods(userID: userID, providers: providers) }
}
