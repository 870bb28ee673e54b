import IAPSignedText
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

struct AppReceiptTests {
    private let chain: TestChain

    init() throws { chain = try TestChain() }

    private func read(_ content: [UInt8]) throws -> AppReceipt {
        try AppReceipt(unchecked: TestReceipt(chain, content: content).der)
    }

    @Test
    func everyFieldThatIsWrittenIsRead() throws {
        var receipt = TestReceipt.receipt()
        receipt.expirationDate = 1_800_000_000_000
        receipt.purchases = [
            Receipt.Purchase(
                quantity: 3, productID: "com.example.caves.club", productType: .autoRenewableSubscription,
                transactionID: "18446744073709551615", purchaseDate: 1_000_000_000_000, originalTransactionID: "1",
                originalPurchaseDate: 900_000_000_000, expirationDate: 1_100_000_000_000,
                webOrderLineItemID: .max, cancellationDate: 1_050_000_000_000, isInTrialPeriod: true,
                isInIntroductoryOffer: true, promotionalOfferID: "spring")
        ]
        let read = try read(receipt.encoded())
        #expect(!read.isSignatureChecked)
        #expect(read.receiptType == "ProductionSandbox")
        #expect(read.bundleID == receipt.bundleID)
        #expect(read.appVersion == "1.2")
        #expect(read.originalAppVersion == "1.0")
        #expect(read.creationDate == receipt.creationDate)
        #expect(read.originalPurchaseDate == receipt.originalPurchaseDate)
        #expect(read.expirationDate == receipt.expirationDate)
        #expect(read.opaqueValue == [1, 2, 3])
        #expect(read.appAppleID == nil)
        var purchase = ReceiptPurchase()
        purchase.transactionID = .max
        purchase.originalTransactionID = 1
        purchase.productID = "com.example.caves.club"
        purchase.productType = .autoRenewableSubscription
        purchase.quantity = 3
        purchase.purchaseDate = 1_000_000_000_000
        purchase.originalPurchaseDate = 900_000_000_000
        purchase.expirationDate = 1_100_000_000_000
        purchase.cancellationDate = 1_050_000_000_000
        purchase.webOrderLineItemID = .max
        purchase.isInTrialPeriod = true
        purchase.isInIntroductoryOffer = true
        purchase.promotionalOfferID = "spring"
        purchase.attributes = read.purchases[0].attributes
        #expect(read.purchases == [purchase])
    }

    @Test
    func everyPurchaseIsReadInTheOrderOfTheReceipt() throws {
        var receipt = TestReceipt.receipt()
        receipt.purchases = (1...1000).map { number in
            var purchase = receipt.purchases[0]
            purchase.transactionID = String(number)
            return purchase
        }
        let read = try read(receipt.encoded())
        #expect(Set(read.purchases.map(\.transactionID)) == Set(1...1000))
        #expect(read.purchases.count == 1000)
    }

    /// Attributes that Apple does not document or does not document yet.
    @Test
    func unknownAttributesAreKept() throws {
        let purchase = TestReceipt.attributes([(1703, DER.utf8String("7")), (1799, [1, 2]), (1799, [])])
        let read = try read(
            TestReceipt.attributes([(99, [0xFF]), (17, purchase), (Int(Int32.max), []), (99, [0xFF]), (-1, [7])]))
        #expect(read.attributes.map(\.type) == [99, .max, 99, -1])
        #expect(read.attributes.map { Array(read.content[$0.value]) } == [[0xFF], [], [0xFF], [7]])
        #expect(read.purchases[0].attributes.map(\.type) == [1703, 1799, 1799])
        #expect(Array(read.content[read.purchases[0].attributes[1].value]) == [1, 2])
        #expect(read.purchases[0].transactionID == 7)
    }

    @Test
    func emptyReceiptHasNothing() throws {
        let read = try read(TestReceipt.attributes([]))
        #expect(read.attributes.isEmpty && read.purchases.isEmpty)
        #expect(read.bundleID == nil && read.receiptType == nil && read.creationDate == nil)
        #expect(!read.isFor(device: []))
    }

    /// Real receipts contain these: the attribute of a date that the purchase does not have, as an empty text.
    @Test
    func emptyTextsOfDatesAndIDsMeanNothing() throws {
        let purchase = TestReceipt.attributes([
            (1703, DER.utf8String("")), (1708, DER.ia5String("")), (1712, DER.ia5String("")),
            (1721, DER.utf8String("")),
            (1711, DER.integer(0)),
        ])
        let read = try read(TestReceipt.attributes([(17, purchase), (21, DER.ia5String(""))]))
        #expect(read.expirationDate == nil)
        let found = try #require(read.purchases.first)
        #expect(found.transactionID == nil && found.expirationDate == nil && found.cancellationDate == nil)
        #expect(found.promotionalOfferID == nil && found.webOrderLineItemID == 0)
    }

    // MARK: Unreadable receipts

    @Test(arguments: [
        (2, DER.integer(1)), (2, []), (2, [0x0C]), (2, [0x0C, 1]), (2, [0x0C, 1, 0xFF]), (2, [0x0C, 1, 0]),
        (2, DER.utf8String("a") + DER.utf8String("b")), (3, DER.octetString([1])), (12, DER.ia5String("2023")),
        (12, DER.utf8String("2023-13-01T00:00:00Z")), (12, DER.integer(5)), (19, [0x0C, 0x80]),
        (21, DER.ia5String("never")),
    ])
    func documentedAttributeOfAnotherKindIsRefused(type: Int, value: [UInt8]) throws {
        #expect(try refusal(TestReceipt(chain, content: TestReceipt.attributes([(type, value)])).der) == .wrongType)
    }

    @Test(arguments: [
        (1701, DER.utf8String("1")), (1701, DER.integer(Int64(Int32.max) + 1)), (1701, [2, 0]), (1702, DER.integer(1)),
        (1703, DER.utf8String("1x")), (1703, DER.utf8String("-1")), (1703, DER.utf8String("18446744073709551616")),
        (1703, DER.utf8String("１")), (1704, DER.ia5String("x")), (1705, DER.integer(1)), (1706, [0x16, 9]),
        (1708, DER.integer(1)), (1711, DER.integer(-1)), (1711, [2, 10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        (1712, DER.ia5String(" ")), (1719, DER.utf8String("1")),
    ])
    func documentedAttributeOfAPurchaseOfAnotherKindIsRefused(type: Int, value: [UInt8]) throws {
        let purchase = TestReceipt.attributes([(type, value)])
        #expect(try refusal(TestReceipt(chain, content: TestReceipt.attributes([(17, purchase)])).der) == .wrongType)
    }

    /// Apple may change attributes that it does not document.
    @Test
    func undocumentedAttributeMayBeAnything() throws {
        let purchase = TestReceipt.attributes([(1707, [1]), (1713, DER.utf8String("")), (1721, DER.integer(1))])
        let read = try read(
            TestReceipt.attributes([(0, [0xFF]), (1, DER.utf8String("x")), (18, DER.integer(1)), (17, purchase)]))
        #expect(read.receiptType == nil && read.appAppleID == nil && read.originalPurchaseDate == nil)
        #expect(read.purchases[0].productType == nil && read.purchases[0].promotionalOfferID == nil)
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5, 12, 18, 19, 21])
    func attributeThatComesTwiceIsRefused(type: Int) throws {
        let content = TestReceipt.attributes([(type, DER.utf8String("a")), (type, DER.utf8String("a"))])
        let reason = try refusal(TestReceipt(chain, content: content).der)
        #expect(reason == .malformed)
    }

    @Test
    func attributeOfAPurchaseThatComesTwiceIsRefused() throws {
        let purchase = TestReceipt.attributes([(1703, DER.utf8String("1")), (1703, DER.utf8String("2"))])
        let content = TestReceipt.attributes([(17, purchase)])
        #expect(try refusal(TestReceipt(chain, content: content).der) == .malformed)
    }

    // MARK: Devices

    @Test
    func hashIdentifiesTheDevice() throws {
        var receipt = TestReceipt.receipt()
        receipt.deviceIdentifier = bytes("00112233445566778899aabbccddeeff")
        let read = try read(receipt.encoded())
        #expect(read.isFor(device: receipt.deviceIdentifier))
        #expect(!read.isFor(device: []))
        #expect(!read.isFor(device: Array(receipt.deviceIdentifier.reversed())))
        // The same bytes, split in another place.
        #expect(!read.isFor(device: receipt.deviceIdentifier + [1]))
    }

    // MARK: Forms

    @Test
    func base64InLinesIsTheSame() throws {
        let der = try TestReceipt(chain).der
        let text = Array(Base64.encode(der).utf8)
        #expect(try AppReceipt(unchecked: text) == AppReceipt(unchecked: der))
        for lineEnd in ["\n", "\r\n", "\n\n"] {
            var lines: [UInt8] = []
            for (index, digit) in text.enumerated() { lines += (index % 64 == 0 ? Array(lineEnd.utf8) : []) + [digit] }
            #expect(try AppReceipt(unchecked: lines + Array(lineEnd.utf8)) == AppReceipt(unchecked: der))
        }
    }

    @Test(arguments: ["", "\n", "=", "MA", "MA=", "M A==", "MA==\u{0}", "MA== ", "-_-_", "{}", "é"])
    func textThatIsNoStrictBase64IsRefused(text: String) {
        #expect(refusal(Array(text.utf8)) == .malformed)
    }

    @Test(arguments: [1, 7, 100, 100_000])
    func receiptInTheFormOfXcodeIsTheSame(partLength: Int) throws {
        let receipt = try TestReceipt(chain)
        #expect(try AppReceipt(unchecked: receipt.ber(partLength: partLength)) == AppReceipt(unchecked: receipt.der))
        #expect(try ReceiptVerifier(chain).verdict(receipt.ber(partLength: partLength)) == .valid)
    }

    @Test
    func tooLongReceiptIsRefusedUnread() {
        #expect(refusal([UInt8](repeating: 0x30, count: AppReceipt.maximumLength + 1)) == .tooLarge)
        #expect(refusal([UInt8](repeating: 0x41, count: AppReceipt.maximumLength)) == .malformed)
    }

    @Test
    func tooManyPurchasesAreRefused() throws {
        let purchase = TestReceipt.attributes([(1703, DER.utf8String("1"))])
        func content(_ count: Int) -> [UInt8] {
            TestReceipt.attributes(Array(repeating: (17, purchase), count: count))
        }
        let most = try read(content(AppReceipt.maximumPurchases))
        #expect(most.purchases.count == AppReceipt.maximumPurchases)
        #expect(try refusal(TestReceipt(chain, content: content(AppReceipt.maximumPurchases + 1)).der) == .tooLarge)
    }
}
