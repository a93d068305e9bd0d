public import Testing

/// Waits until a condition is true, for at most `limit`; then the test has failed.
///
/// The only place where a test lets time pass: for what another process, thread or machine does and does not announce.
/// To see that nothing happens, wait for something that happens later instead.
public func eventually(
    within limit: Duration = .seconds(20), sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    repeat {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(5))
    } while ContinuousClock.now < end
    Issue.record("it was not so within \(limit)", sourceLocation: sourceLocation)
    throw TimedOut()
}

public struct TimedOut: Error {}
