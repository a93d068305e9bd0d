import Accounts
import Gateway
import Live
import PostgreSQL

/// What the sites on one database tell each other and do not store: who types, who is online, and attempts at passwords
/// and codes.
struct Neighbours {
    private static let people = "people"

    private let signals: Signals
    private let vault: Vault

    init(_ signals: Signals, _ vault: Vault) {
        self.signals = signals
        self.vault = vault
    }

    func connect(_ live: Live, _ parts: SiteParts) {
        live.connect { [signals] in signals.send(Self.people, $0.text) }
        signals.handle(Self.people) { text in
            if let signal = LiveSignal(text: text) { live.hear(signal) }
        }
        connect(parts.attempts, as: "attempt")
        connect(parts.proofs.attempts, as: "attempt-at-factor")
    }

    private func connect(_ attempts: AttemptGuard, as topic: String) {
        attempts.connect { [signals, vault] in signals.send(topic, $0.sealed(by: vault), isRepeatable: true) }
        signals.handle(topic) { [vault] text in
            if let signal = AttemptSignal(sealed: text, by: vault) { attempts.hear(signal) }
        }
    }
}
