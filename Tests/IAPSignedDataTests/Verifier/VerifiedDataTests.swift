import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

/// The fields of signed data.
struct VerifiedDataTests {
    private let chain: TestChain

    init() throws { chain = try TestChain() }

    private func data(_ kind: SignedKind, _ more: String) throws -> VerifiedData {
        let payload = TestChain.payload(kind, ",\(more)")
        return try chain.verifier().check(kind, chain.jws(chain.certificates(), payload: payload).utf8)
    }

    private func path(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// Every documented field is decoded unchanged, in each of its places.
    @Test(arguments: SignedPlace.allCases)
    func everyFieldIsDecoded(place: SignedPlace) throws {
        let kind: SignedKind
        switch place {
        case .transaction, .transactionCommitment, .transactionSeats: kind = .transaction
        case .renewalInfo, .renewalCommitment, .renewalSeats: kind = .renewalInfo
        case .appTransaction: kind = .appTransaction
        case .notification, .data, .summary, .externalPurchaseToken, .appData, .unclaimInfo: kind = .notification
        // The field is in a list. See pricesOfSeatsAreDecoded.
        case .priceTier: return
        }
        let container: SignedField? =
            switch place {
            case .transactionCommitment, .renewalCommitment: .commitmentInfo
            case .data: .data
            case .summary: .summary
            case .externalPurchaseToken: .externalPurchaseToken
            case .appData: .appData
            case .unclaimInfo: .unclaimInfo
            case .transactionSeats, .renewalSeats: .multiSeatInfo
            default: nil
            }
        for (number, field) in place.fields.enumerated() where field.valueType != .object {
            let expected: Int64 = Int64(number) + 7
            let value: String
            switch field.valueType {
            case .text: value = "\"text \(number)\""
            case .flag: value = "true"
            case .int32, .int64, .date: value = "\(expected)"
            case .texts: value = "[\"a\",\"b\\n\",\"\"]"
            case .objects: value = "[{},{}]"
            case .object: continue
            }
            let object = "{\"\(field)\":\(value)}"
            let payload = container.map { "{\"\($0)\":\(object)}" } ?? object
            let data = VerifiedData(
                payload: try SignedPayload(kind, Array(payload.utf8)), isSignatureChecked: true)
            #expect(data.unknownJSON == nil)
            switch field.valueType {
            case .text: #expect(data.text(field) == "text \(number)")
            case .flag: #expect(data.number(field) == 1)
            case .int32, .int64, .date: #expect(data.number(field) == expected)
            case .texts:
                #expect(data.number(field) == 3)
                #expect(
                    (-1...3).map { data.text(field, at: $0) } == [
                        nil, "a", "b\n", "", nil,
                    ])
            case .objects: #expect(data.number(field) == 2)
            case .object: break
            }
        }
    }

    @Test(arguments: [(SignedKind.transaction, "priceTiers"), (.renewalInfo, "renewalPriceTiers")])
    func pricesOfSeatsAreDecoded(kind: SignedKind, name: String) throws {
        let tiers = "[{\"price\":4990,\"quantity\":2},{\"price\":3990},{\"quantity\":null}]"
        let data = try data(kind, "\"price\":1,\"quantity\":1,\"multiSeatInfo\":{\"\(name)\":\(tiers)}")
        #expect((0...2).map { data.priceTier(at: $0)?.price } == [4990, 3990, nil])
        #expect((0...2).map { data.priceTier(at: $0)?.quantity } == [2, nil, nil])
        #expect(data.priceTier(at: 2) != nil && data.priceTier(at: 3) == nil && data.priceTier(at: -1) == nil)
    }

    @Test
    func absentFieldsAreNil() throws {
        let data = try data(.transaction, "\"currency\":null")
        #expect(data.text(.currency) == nil)
        #expect(data.text(.productId) == nil)
        #expect(data.number(.price) == nil)
        #expect(data.text(.eligibleWinBackOfferIds, at: 0) == nil)
        #expect(data.contentField == nil)
    }

    @Test
    func partsOfAMillisecondAreCutOff() throws {
        for (written, read) in [
            ("1697679936049.7297", 1_697_679_936_049), ("-62135769600000", -62_135_769_600_000), ("1e3", 1000),
            ("0.9", 0), ("-0.1", -1),
        ] as [(String, Int64)] {
            #expect(try data(.transaction, "\"purchaseDate\":\(written)").number(.purchaseDate) == read)
        }
    }

    @Test
    func pathsLeadToFieldsOfAnyName() throws {
        let data = try data(
            .transaction,
            #""new":{"a":{"b":"\u0041"},"n":-5,"f":1.5,"z":null,"t":true,"l":[{"x":1}]},"commitmentInfo":{"commitmentPrice":3},"":"e""#
        )
        func has(_ text: String) -> Bool { data.has(path(text)) }
        func number(_ text: String) -> Int64? { data.number(at: path(text)) }
        func text(_ text: String) -> String? {
            data.text(at: path(text))
        }
        for name in [
            "new", "new.a", "new.a.b", "new.n", "new.f", "new.t", "new.l", "commitmentInfo.commitmentPrice", "bundleId",
        ] {
            #expect(has(name))
        }
        for name in [
            "new.z", "a", "b", "new.b", "new.a.b.c", "new.l.x", "x", "New", "new.", ".new", "new..a", "commitmentPrice",
        ] {
            #expect(!has(name))
        }
        #expect(has(""))
        #expect(text("new.a.b") == "A")
        #expect(text("new.n") == nil)
        #expect(number("new.n") == -5)
        #expect(number("new.t") == 1)
        #expect(number("new.f") == nil)
        #expect(number("new.a.b") == nil)
        #expect(number("new.l") == nil)
        #expect(number("commitmentInfo.commitmentPrice") == 3)
    }

    @Test
    func dataIsForTheDeviceThatItWasSignedFor() throws {
        let (id, nonce) = ("6F1B2C3D-0000-4000-8000-000000000001", "A0000000-0000-4000-8000-00000000000b")
        let verification = DeviceClaims.verification(ofDevice: id, nonce: nonce)
        let data = try data(
            .transaction, "\"deviceVerification\":\"\(verification)\",\"deviceVerificationNonce\":\"\(nonce)\"")
        #expect(data.isFor(device: id))
        #expect(data.isFor(device: id.lowercased()))
        #expect(!data.isFor(device: nonce))
        #expect(!data.isFor(device: ""))
        #expect(try !self.data(.transaction, "\"a\":1").isFor(device: id))
    }
}
