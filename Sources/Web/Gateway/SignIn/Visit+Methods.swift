import Accounts
import HTTP

extension Visit {
    /// The sign-in methods open to this visit: those with a password only where passwords may be typed.
    var methods: SignInMethods { mayTypePasswords ? allMethods : allMethods.withoutPasswords }

    /// What creates accounts with a password; `nil` where registration is off or needs no password.
    var registration: BackendPasswords? {
        policy.allowsRegistration && methods.userID == nil ? methods.registration : nil
    }

    private var mayTypePasswords: Bool {
        switch policy.passwords {
        case .everywhere: true
        // Behind a proxy every request comes from this machine.
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
