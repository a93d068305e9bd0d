import Testing

@testable import Gateway

@Suite struct PersonTests {
    @Test(arguments: [
        ("alice", "A"), ("Bob", "B"), ("x", "X"), ("縁側", "縁"), ("élan", "É"), ("e\u{301}lan", "E\u{301}"), ("ß", "SS"),
        ("9 lives", "9"), ("[x]", "["), ("`x`", "`"), ("{x}", "{"), ("@x", "@"), ("👩‍👩‍👧 us", "👩‍👩‍👧"), ("", "?"),
    ])
    func `a person without a picture is shown by the first character of the name`(name: String, initial: String) {
        #expect(Person(name: name, seed: "").initial == initial)
    }
}
