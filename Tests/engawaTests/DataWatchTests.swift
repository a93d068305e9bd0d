import Foundation
import Logging
import Synchronization
import Testing

@testable import engawa

/// What an operator reads about a disk, descriptors and files: once when it begins, and once when it is over.
@Suite struct DataWatchTests {
    @Test func `each trouble is logged when it begins and when it is over`() {
        let lines = Mutex<[String]>([])
        var watch = DataWatch(
            log: Logger(
                level: .info, format: .text, timestamp: { "" }, sink: { line in lines.withLock { $0.append(line) } }))
        func told(_ reading: DataWatch.Reading) -> String {
            lines.withLock { $0 = [] }
            watch.take(reading)
            watch.take(reading)
            return lines.withLock { $0.joined() }
        }
        let fine = DataWatch.Reading(freeBytes: DataWatch.lowDiskBytes, descriptors: (90, 100))
        #expect(told(fine) == "")
        var reading = fine
        reading.freeBytes = DataWatch.lowDiskBytes - 1
        #expect(told(reading) == " error little room is left on the disk why=255 MiB free\n")
        reading = fine
        reading.descriptors = (91, 100)
        let mixed = told(reading)
        #expect(mixed.contains("there is room on the disk again"))
        #expect(mixed.contains("few file descriptors are left why=91 of 100"))
        reading = fine
        reading.changedFiles = ["/data/chat.sqlite"]
        let changed = told(reading)
        #expect(changed.contains("there are file descriptors again"))
        #expect(changed.contains("deleted or replaced: changes are refused why=/data/chat.sqlite"))
        #expect(told(fine).contains("the files of the data folder are back"))
        // What can't be read changes nothing.
        #expect(told(DataWatch.Reading()) == "")
    }
}
