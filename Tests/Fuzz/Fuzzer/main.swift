import FuzzTargets
import Glibc

/// libFuzzer's own command line, without its `main`.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// Of `FUZZ_TARGET`, because every argument is libFuzzer's.
let target: FuzzTarget = {
    guard let target = getenv("FUZZ_TARGET").flatMap({ FuzzTarget(rawValue: String(cString: $0)) }) else {
        print("FUZZ_TARGET is one of:", FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))
        exit(2)
    }
    return target
}()

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(
    runDriver(&count, &arguments) { bytes, count in
        do throws(Violation) {
            try target.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
        } catch {
            // libFuzzer takes the end of the process for a finding, and keeps the input.
            fatalError("\(target): \(error)")
        }
        return 0
    })
