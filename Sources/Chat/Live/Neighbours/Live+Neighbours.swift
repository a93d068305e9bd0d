import Synchronization

// Several processes that serve one chat: who types and who is online is told, and stored nowhere.
extension Live {
    /// Tells what happens here to others from now on.
    ///
    /// - Parameter tell: sends a signal to all other processes; it must not block.
    public func connect(_ tell: @escaping @Sendable (LiveSignal) -> Void) {
        self.tell.withLock { $0 = tell }
    }

    /// Another process has told something.
    public func hear(_ signal: LiveSignal) {
        switch signal {
        case .typing(let user, in: let conversation):
            update { state, now in state.type(user, in: conversation, now: now) ?? [] }
        case .own(let user, in: let conversation):
            withState { state, _ in
                guard let person = state.people[user] else { return }
                state.invalidatePages(of: person, showing: conversation)
            }
        case .online, .offline:
            withState { state, now in state.changedElsewhere.formUnion(state.elsewhere.hear(signal, now: now)) }
        }
    }

    /// Tells the others who is online here, where that has changed.
    func tellPresence() {
        guard let tell = tell.withLock({ $0 }) else { return }
        let signals = withState { state, now in
            state.changedElsewhere.formUnion(state.elsewhere.forget(now: now))
            return state.toldPresence.next(state.online, limits, now: now)
        }
        for signal in signals { tell(signal) }
    }

    /// Tells the others that nobody is online here.
    func tellAbsence() {
        guard let tell = tell.withLock({ $0 }) else { return }
        for signal in withState({ state, _ in state.toldPresence.nobody() }) { tell(signal) }
    }
}
