import Foundation
import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPJournal

/// One changed byte in the file header loses no data.
struct DamagedHeaderTests {
    private static let places = 0..<100

    @Test(arguments: places) func journalWithAChangedByteOpensAndKeepsItsContent(place: Int) throws {
        let folder = try Folder()
        let original = try InventoryDevice(path: folder.path("original"))
        try original.buy(.bought(1, "coins.100"))
        try original.write(.finish(.bought(1, "coins.100")))
        original.journal.close()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("original")))
        for change in [0x01, 0x80, 0xFF] as [UInt8] {
            let path = folder.path("\(place) \(change)")
            var changed = bytes
            changed[place] ^= change
            try changed.write(to: URL(fileURLWithPath: path))
            let device = try InventoryDevice(path: path)
            #expect(device.coins == 100, "byte \(place), \(change)")
            #expect(try device.buy(.bought(1, "coins.100")) == .alreadyFinished, "byte \(place), \(change)")
            device.journal.close()
        }
    }
}
