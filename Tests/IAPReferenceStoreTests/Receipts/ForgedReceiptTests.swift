import IAPDatabase
import IAPSignedData
import IAPSignedText
import Testing

@testable import IAPReferenceStore

/// The app receipts that a forging store gives to a device.
struct ForgedReceiptTests {
    private let store: ReferenceStore
    private let device: StoreDevice

    init() throws {
        store = try OfferShop.open()
        device = try store.device()
    }

    private func read() throws -> AppReceipt { try AppReceipt(unchecked: device.appReceipt(isRefresh: true)) }

    private var identifier: [UInt8] {
        get throws {
            try store.read { ledger throws(DatabaseError) in
                try store.receipt(for: device.address, ledger).deviceIdentifier
            }
        }
    }

    @Test func receiptOfAnotherDeviceIsNotForThisOne() throws {
        let identifier = try identifier
        #expect(try read().isFor(device: identifier))
        try store.setForgery(.otherDevice)
        #expect(try !read().isFor(device: identifier))
    }

    @Test func receiptOfAnotherAppIsForThisDevice() throws {
        let identifier = try identifier
        try store.setForgery(.otherBundle)
        let receipt = try read()
        #expect(receipt.bundleID == "com.example.game.other" && receipt.isFor(device: identifier))
    }

    @Test func receiptOfProductionSaysSo() throws {
        try store.setForgery(.otherEnvironment)
        #expect(try read().receiptType == "Production")
    }

    @Test(arguments: Forgery.allCases)
    func forgedReceiptIsTheSameEachTimeAndNotKept(forgery: Forgery) throws {
        let proper = try device.appReceipt(isRefresh: false)
        try store.setForgery(forgery)
        let forged = try device.appReceipt(isRefresh: false)
        #expect(try device.appReceipt(isRefresh: true) == forged)
        #expect((forged == proper) == (forgery == .longChain))
        try store.setForgery(nil)
        #expect(try device.appReceipt(isRefresh: false) == proper)
    }

    @Test func receiptInAResponseIsNotForged() throws {
        _ = try device.buy("month")
        let body = "{\"receipt-data\":\"\(Base64.encode(try device.appReceipt(isRefresh: true)))\"}"
        let request = VerifyReceiptRequest(body: Array(body.utf8))
        let answer = try store.answer(request)
        #expect(answer.contains("\"latest_receipt\":"))
        try store.setForgery(.signature)
        #expect(try store.answer(request) == answer)
    }
}
