import Accounts
import Gateway
import Metrics

/// Metrics of attempts to sign in.
struct SignInMetrics: Sendable {
    private struct Labels: MetricLabels {
        static let names = ["method", "outcome"]

        let method: String
        let outcome: SignInOutcome

        var values: [String] { [method, outcome.rawValue] }
    }

    private let attempts: Family<Labels, Counter>
    private let methods: Set<SignInMethodID>

    /// - Parameter methods: those that the site has; a request may name any other.
    init(_ registry: MetricsRegistry, _ methods: Set<SignInMethodID>) {
        attempts = registry.counters(
            "engawa_sign_ins_total", "Attempts to sign in, by method and outcome.", by: Labels.self)
        self.methods = methods
        // From 0, so that the first attempt shows as an increase.
        for method in methods {
            for outcome in SignInOutcome.allCases {
                attempts[Labels(method: method.description, outcome: outcome)].increment(by: 0)
            }
        }
    }

    func count(_ outcome: SignInOutcome, by method: SignInMethodID?) {
        let name = method.flatMap { methods.contains($0) ? $0.description : nil } ?? "other"
        attempts[Labels(method: name, outcome: outcome)].increment()
    }
}

extension SignInMethods {
    /// All methods with which somebody may sign in.
    var names: Set<SignInMethodID> {
        var names = Set(passwords.map(\.id) + providers.map(\.id) + [.passkey])
        if userID != nil { names.insert(.userID) }
        if registration != nil { names.insert(.password) }
        return names
    }
}
