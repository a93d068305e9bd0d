import Accounts
import Live
import PostgreSQL

/// What the sites on one database tell each other and do not store: who types, who is online, what of their own people have
/// changed, and events for a person's streams.
struct Neighbours {
    private static let people = "people"
    private static let event = "event"

    private let signals: Signals
    private let vault: Vault

    init(_ signals: Signals, _ vault: Vault) {
        self.signals = signals
        self.vault = vault
    }

    func connect(_ live: Live) {
        live.connect { [signals] in signals.send(Self.people, $0.text) }
        signals.handle(Self.people) { text in
            if let signal = LiveSignal(text: text) { live.hear(signal) }
        }
        live.connectEvents { [signals, vault] user, event in
            signals.send(Self.event, SealedEvent(user: user, bytes: event).sealed(by: vault), isRepeatable: true)
        }
        signals.handle(Self.event) { [vault] text in
            if let event = SealedEvent(text, by: vault) { live.hear(event.bytes, to: event.user) }
        }
    }
}
