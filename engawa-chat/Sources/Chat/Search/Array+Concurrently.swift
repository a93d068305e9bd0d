extension Array where Element: Sendable {
    /// The results of `body` for all elements, in order; at most `limit` run concurrently. Stops at the first error.
    public func concurrently<Value: Sendable>(
        atMost limit: Int, _ body: @escaping @Sendable (Element) async throws(ChatError) -> Value
    ) async throws(ChatError) -> [Value] {
        typealias Output = (index: Int, value: Result<Value, ChatError>)
        let outcome: Result<[Value], ChatError> = await withTaskGroup(of: Output.self) { group in
            var rest = enumerated().makeIterator()
            func startNext() {
                guard let (index, element) = rest.next() else { return }
                group.addTask {
                    do throws(ChatError) {
                        return (index, .success(try await body(element)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            for _ in 0..<limit { startNext() }
            var values = [Value?](repeating: nil, count: count)
            for await answer in group {
                switch answer.value {
                case .success(let value): values[answer.index] = value
                case .failure(let error):
                    group.cancelAll()
                    return .failure(error)
                }
                startNext()
            }
            return .success(values.compactMap(\.self))
        }
        return try outcome.get()
    }
}
