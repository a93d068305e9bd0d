/// Asks for something about each of `elements`, `width` at a time, and gives the answers in their order.
///
/// - Throws: the first failure; what is still under way is cancelled.
func concurrentMap<Element: Sendable, Value: Sendable>(
    _ elements: [Element], width: Int = MessageLimits.maximumReadsAtOnce,
    _ transform: @escaping @Sendable (Element) async throws(ChatError) -> Value
) async throws(ChatError) -> [Value] {
    typealias Answer = (index: Int, value: Result<Value, ChatError>)
    var values: [Value?] = Array(repeating: nil, count: elements.count)
    var rest = elements.indices.makeIterator()
    let failure: ChatError? = await withTaskGroup(of: Answer.self) { group in
        func ask(_ index: Int) {
            group.addTask {
                do throws(ChatError) {
                    return (index, .success(try await transform(elements[index])))
                } catch {
                    return (index, .failure(error))
                }
            }
        }
        for index in rest.prefix(width) { ask(index) }
        for await answer in group {
            switch answer.value {
            case .success(let value): values[answer.index] = value
            case .failure(let error):
                group.cancelAll()
                return error
            }
            if let index = rest.next() { ask(index) }
        }
        return nil
    }
    if let failure { throw failure }
    return values.compactMap { $0 }
}

extension IteratorProtocol {
    /// The next `count` elements, or as many as there are.
    fileprivate mutating func prefix(_ count: Int) -> [Element] {
        var elements: [Element] = []
        while elements.count < count, let element = next() { elements.append(element) }
        return elements
    }
}
