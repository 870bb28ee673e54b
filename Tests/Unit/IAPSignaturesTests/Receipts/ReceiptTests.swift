import Testing

@testable import IAPReferenceStore
@testable import IAPSignatures

struct ReceiptTests {
    private static let device = bytes("00112233445566778899aabbccddeeff")

    private var receipt = Receipt(
        bundleID: "com.example.caves", appVersion: "1.2", opaqueValue: [1, 2, 3], deviceIdentifier: device,
        creationDate: 1_700_000_000_999)
    private let purchase = Receipt.Purchase(
        productID: "com.example.caves.gold", transactionID: "2000000000000001", purchaseDate: 1_375_340_400_000,
        originalTransactionID: "2000000000000000", originalPurchaseDate: 1_375_340_399_000)

    /// Returns the fields of a set with their numbers, in the order of the set.
    private func fields(_ set: [UInt8]) throws -> [(number: Int, value: [UInt8])] {
        let list = try #require(DERElement.list(set))
        try #require(list.count == 1 && list[0].tag == 0x31)
        return try list[0].parts.map { field in
            let parts = field.parts
            try #require(field.tag == 0x30 && parts.map(\.tag) == [0x02, 0x02, 0x04])
            #expect(parts[1].number == 1)
            return (parts[0].number, parts[2].content)
        }
    }

    /// Returns a field's DER content, or nil if the field is missing or repeated.
    private func element(_ number: Int, in fields: [(number: Int, value: [UInt8])]) -> DERElement? {
        let values = fields.filter { $0.number == number }.map(\.value)
        let elements = values.first.flatMap(DERElement.list) ?? []
        return values.count == 1 && elements.count == 1 ? elements[0] : nil
    }

    @Test
    func fieldsAreThoseOfTheAppStore() throws {
        var receipt = receipt
        receipt.originalPurchaseDate = 1_375_340_400_000
        receipt.originalAppVersion = "1.0"
        receipt.expirationDate = 253_402_300_799_000
        let fields = try fields(receipt.encoded())
        #expect(Set(fields.map(\.number)) == [0, 2, 3, 4, 5, 12, 18, 19, 21])
        #expect(element(0, in: fields) == DERElement(tag: 0x0C, content: Array("ProductionSandbox".utf8)))
        #expect(element(2, in: fields) == DERElement(tag: 0x0C, content: Array("com.example.caves".utf8)))
        #expect(element(3, in: fields) == DERElement(tag: 0x0C, content: Array("1.2".utf8)))
        #expect(element(12, in: fields) == DERElement(tag: 0x16, content: Array("2023-11-14T22:13:20Z".utf8)))
        #expect(element(18, in: fields) == DERElement(tag: 0x16, content: Array("2013-08-01T07:00:00Z".utf8)))
        #expect(element(19, in: fields) == DERElement(tag: 0x0C, content: Array("1.0".utf8)))
        #expect(element(21, in: fields) == DERElement(tag: 0x16, content: Array("9999-12-31T23:59:59Z".utf8)))
    }

    /// An app computes the hash as Apple's documentation describes. The fields of the opaque value and the hash contain
    /// the bytes directly.
    @Test
    func hashBindsTheReceiptToTheDevice() throws {
        let fields = try fields(receipt.encoded())
        let bundle = try #require(fields.first { $0.number == 2 }).value
        let opaque = try #require(fields.first { $0.number == 4 }).value
        #expect(opaque == [1, 2, 3])
        #expect(fields.first { $0.number == 5 }?.value == Digest.sha1(Self.device + opaque + bundle))
        // Computed with sha1sum.
        #expect(receipt.hash == bytes("95324d6947ec13c4fa7c930e404c17a7ec2d678a"))
    }

    @Test
    func purchaseHasItsFields() throws {
        var receipt = receipt
        receipt.purchases = [
            Receipt.Purchase(
                quantity: 3, productID: "com.example.caves.club", productType: .autoRenewableSubscription,
                transactionID: "3", purchaseDate: 1_000_000_000_000, originalTransactionID: "1",
                originalPurchaseDate: 900_000_000_000, expirationDate: 1_100_000_000_000,
                webOrderLineItemID: 1_000_000_029_801_713, cancellationDate: 1_050_000_000_000, isInTrialPeriod: true,
                isInIntroductoryOffer: false, promotionalOfferID: "spring")
        ]
        let field = try #require(fields(receipt.encoded()).first { $0.number == 17 })
        let fields = try fields(field.value)
        let texts = [
            1702: "com.example.caves.club", 1703: "3", 1705: "1", 1721: "spring", 1704: "2001-09-09T01:46:40Z",
            1706: "1998-07-09T16:00:00Z", 1708: "2004-11-09T11:33:20Z", 1712: "2003-04-10T18:40:00Z",
        ]
        let numbers = [1701: 3, 1707: 3, 1711: 1_000_000_029_801_713, 1713: 1, 1719: 0]
        #expect(Set(fields.map(\.number)) == Set(texts.keys).union(numbers.keys))
        for (number, text) in texts {
            let isDate = [1704, 1706, 1708, 1712].contains(number)
            #expect(element(number, in: fields) == DERElement(tag: isDate ? 0x16 : 0x0C, content: Array(text.utf8)))
        }
        for (number, value) in numbers {
            #expect(element(number, in: fields)?.tag == 0x02)
            #expect(element(number, in: fields)?.number == value)
        }
    }

    @Test
    func absentFieldsOfAPurchaseAreNotWritten() throws {
        var receipt = receipt
        receipt.purchases = [purchase]
        let field = try #require(fields(receipt.encoded()).first { $0.number == 17 })
        #expect(try fields(field.value).map(\.number).sorted() == [1701, 1702, 1703, 1704, 1705, 1706])
    }

    @Test
    func everyPurchaseIsAFieldAndTheirOrderDoesNotCount() throws {
        var receipt = receipt
        receipt.purchases = (0..<1000).map { number in
            var purchase = purchase
            purchase.transactionID = String(number)
            return purchase
        }
        let encoded = try receipt.encoded()
        let purchases = try fields(encoded).filter { $0.number == 17 }
        let ids = try purchases.map { try element(1703, in: fields($0.value))?.text }
        #expect(Set(ids) == Set((0..<1000).map { String($0) }))
        receipt.purchases.reverse()
        #expect(try receipt.encoded() == encoded)
    }

    @Test(arguments: [
        "", " ", "\u{0}", "a\u{0}b", "é", "e\u{301}", "😀\u{2063}", "\u{FEFF}", "\"]}", "../../etc",
        String(repeating: "x", count: 300), String(repeating: "ü", count: 70_000),
    ])
    func anyTextIsKeptByteForByte(text: String) throws {
        var receipt = receipt
        (receipt.bundleID, receipt.appVersion, receipt.environment) = (text, text, text)
        receipt.purchases = [purchase]
        (receipt.purchases[0].productID, receipt.purchases[0].transactionID) = (text, text)
        let fields = try fields(receipt.encoded())
        for number in [0, 2, 3] {
            #expect(element(number, in: fields)?.content == Array(text.utf8))
        }
        let purchase = try self.fields(#require(fields.first { $0.number == 17 }).value)
        #expect(element(1702, in: purchase)?.content == Array(text.utf8))
        #expect(element(1703, in: purchase)?.content == Array(text.utf8))
    }

    @Test(arguments: [0, -1, Int.max, Int.min])
    func anyQuantityIsKept(quantity: Int) throws {
        var receipt = receipt
        receipt.purchases = [purchase]
        receipt.purchases[0].quantity = quantity
        receipt.purchases[0].webOrderLineItemID = .max
        let purchase = try fields(#require(fields(receipt.encoded()).first { $0.number == 17 }).value)
        #expect(element(1701, in: purchase)?.number == quantity)
        #expect(element(1711, in: purchase)?.content == bytes("00ffffffffffffffff"))
    }

    @Test(arguments: [[], [0], [UInt8](repeating: 0x30, count: 100_000)])
    func anyOpaqueValueAndDeviceAreTaken(opaqueValue: [UInt8]) throws {
        var receipt = receipt
        receipt.opaqueValue = opaqueValue
        receipt.deviceIdentifier = opaqueValue
        #expect(try fields(receipt.encoded()).first { $0.number == 4 }?.value == opaqueValue)
    }

    @Test(
        arguments: [
            { $0.creationDate = $1 }, { $0.originalPurchaseDate = $1 }, { $0.expirationDate = $1 },
            { $0.purchases[0].purchaseDate = $1 }, { $0.purchases[0].originalPurchaseDate = $1 },
            { $0.purchases[0].expirationDate = $1 }, { $0.purchases[0].cancellationDate = $1 },
        ] as [@Sendable (inout Receipt, Int64) -> Void])
    func dateOfNoYearIsRefused(change: @Sendable (inout Receipt, Int64) -> Void) throws {
        for date in [253_402_300_800_000, -62_135_596_800_001, .max, .min] as [Int64] {
            var receipt = receipt
            receipt.purchases = [purchase]
            change(&receipt, date)
            #expect(throws: SignedDataError.self) { try receipt.encoded() }
        }
    }
}
