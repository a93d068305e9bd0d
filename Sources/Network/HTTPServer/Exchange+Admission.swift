import CMicroHTTPD
import HTTP
import Synchronization

extension Exchange {
    /// Takes the answer to whether the request may bring files, on the connection's loop; lets the body come where the
    /// connection already waits.
    ///
    /// - Parameter begin: called before the body comes, unless the server has given up waiting.
    func admit(_ begin: (Incoming) -> Void) {
        let isWaiting = state.withLock { state -> Bool in
            switch state.phase {
            case .admitting(let incoming):
                begin(incoming)
                state.phase = .receiving(incoming)
                return false
            case .awaitingAdmission(let incoming):
                begin(incoming)
                state.phase = .admitted(incoming)
                state.task = nil
                return true
            default: return false
            }
        }
        // As in `finish`, only who ended the suspension resumes the connection.
        if isWaiting { daemon.resume(connection) }
    }

    /// Called when the server has begun to ask: lets the connection wait unless there is an answer.
    ///
    /// - Parameter willSuspend: called before anyone can wake the connection.
    /// - Returns: whether it waits.
    func suspendUnlessAdmitted(_ task: Task<Void, Never>, willSuspend: () -> Void) -> Bool {
        state.withLock { state in
            guard case .admitting(let incoming) = state.phase else { return false }
            state.phase = .awaitingAdmission(incoming)
            state.task = task
            willSuspend()
            MHD_suspend_connection(connection.pointer)
            return true
        }
    }
}
