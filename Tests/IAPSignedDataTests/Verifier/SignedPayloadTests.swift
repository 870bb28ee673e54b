import IAPJSON
import IAPSignedText
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

/// A payload is strict JSON, and its documented fields have the documented types.
struct SignedPayloadTests {
    private func data(_ payload: String, _ kind: SignedKind = .transaction) throws(Rejection) -> VerifiedData {
        try data(Array(payload.utf8), kind)
    }

    private func data(_ payload: [UInt8], _ kind: SignedKind = .transaction) throws(Rejection) -> VerifiedData {
        VerifiedData(payload: try SignedPayload(kind, payload), isSignatureChecked: true)
    }

    private func reason(_ payload: [UInt8], _ kind: SignedKind = .transaction) -> VerifyReason? {
        do throws(Rejection) {
            _ = try data(payload, kind)
            return nil
        } catch {
            return error.reason
        }
    }

    private func reason(_ payload: String, _ kind: SignedKind = .transaction) -> VerifyReason? {
        reason(Array(payload.utf8), kind)
    }

    @Test(arguments: [
        "", " ", "{", "}", "[]", "null", "1", "\"a\"", "{}{}", "{} x", "{}\0", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
        "{,}",
        "{a:1}", "{'a':1}", "{\"a\":1 \"b\":2}", "{\"a\":[}", "{\"a\":[1,]}", "{\"a\":[,1]}", "{\"a\":[1 2]}",
        "{\"a\":[",
        "{\"a\":[1}", "{\"a\":{]}", "{\"a\":01}", "{\"a\":.5}", "{\"a\":1.}", "{\"a\":1e}", "{\"a\":1e+}", "{\"a\":-}",
        "{\"a\":+1}", "{\"a\":--1}", "{\"a\":tru}", "{\"a\":nul}", "{\"a\":NaN}", "{\"a\":Infinity}", "{\"a\":True}",
        "{\"a\":\"\\x\"}", "{\"a\":\"\\u12\"}", "{\"a\":\"\\u12g4\"}", "{\"a\":\"\n\"}", "{\"a\":\"\0\"}",
        "{\"a\":\"\u{1}\"}",
        "{\"a\":\"", "{\"a\":\"\\", "{\"a\":\"\\u", "{\"a\":\"\\u00", "{\"a\":1", "{\"a", "{\"a\":t", "{\"a\":-",
        "{\"a\":1e",
        "{\"a\"", "{\"a\":1,", "\u{FEFF}{}", "{/**/}", "{\"a\":1//\n}", "{\"a\":0x10}", "{\"\\\":1}", "{\"a\":\u{A0}1}",
        "{\"a\":\"b\"c}", "{\"a\":nullx}", "{\"a\":1x}", "{\"a\" 1}",
    ])
    func payloadThatIsNoStrictJSONIsRefused(payload: String) {
        #expect(reason(payload) == .invalidJSON)
    }

    @Test(
        arguments: [
            [0xFF], [0x80], [0xC0, 0xAF], [0xC1, 0x81], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE2, 0x82],
            [0xE2, 0x28, 0xA1],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98],
            [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xC3, 0x22],
        ] as [[UInt8]])
    func textThatIsNotUTF8IsRefused(bytes: [UInt8]) {
        #expect(reason(Array("{\"a\":\"".utf8) + bytes + Array("\"}".utf8)) == .invalidUTF8)
        #expect(reason(Array("{\"".utf8) + bytes + Array("\":1}".utf8)) == .invalidUTF8)
    }

    @Test(arguments: ["\\ud800", "\\udc00", "\\ud800\\u0041", "\\ud800x", "\\udc00\\ud800", "\\ud800\\ud800"])
    func halfCharacterIsRefused(escape: String) {
        #expect(reason("{\"a\":\"\(escape)\"}") == .invalidUTF8)
    }

    @Test(arguments: [
        "{\"a\":1,\"a\":2}", "{\"a\":1,\"b\":{},\"a\":1}", "{\"bundleId\":\"x\",\"bundleId\":\"x\"}",
        "{\"bundleId\":null,\"bundleId\":\"x\"}", "{\"a\":1,\"\\u0061\":2}",
        "{\"bundleId\":\"x\",\"bundle\\u0049d\":\"y\"}",
        "{\"a\":{\"b\":1,\"b\":2}}", "{\"a\":[{\"b\":1,\"b\":2}]}", "{\"\":1,\"\":2}", "{\"é\":1,\"\\u00e9\":2}",
        "{\"commitmentInfo\":{\"commitmentPrice\":1,\"commitmentPrice\":1}}",
        "{\"advancedCommerceInfo\":{\"items\":[{\"SKU\":\"a\",\"SKU\":\"b\"}]}}",
    ])
    func nameThatComesTwiceInAnObjectIsRefused(payload: String) {
        #expect(reason(payload) == .duplicateName)
    }

    @Test(arguments: [15, 16, 17, 18, 40, 1000])
    func nameThatComesTwiceAmongManyIsRefused(count: Int) {
        let names = (0..<count).map { "\"name\($0)\":\($0)" }
        #expect(reason("{\(names.joined(separator: ","))}") == nil)
        for twin in [0, count / 2, count - 1] {
            #expect(reason("{\((names + ["\"name\(twin)\":0"]).joined(separator: ","))}") == .duplicateName)
        }
    }

    /// An algorithm with quadratic time would take minutes here.
    @Test
    func ninetyThousandNamesAreReadInTime() {
        let names = (0..<90_000).map { "\"n\($0)\":0" }
        #expect(reason("{\(names.joined(separator: ","))}") == nil)
    }

    @Test(arguments: ["transactionId", "productId", "bundleId", "environment"])
    func knownTextWithANULIsRefused(name: String) {
        #expect(reason("{\"\(name)\":\"7\\u00008\"}") == .wrongType)
        #expect(reason("{\"\(name)\":\"78\"}") == nil)
    }

    @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
    func payloadThatIsNestedTooDeepIsRefused(opening: String, closing: String) {
        func nested(_ depth: Int) -> String {
            let value =
                String(repeating: opening, count: depth - 1) + "0" + String(repeating: closing, count: depth - 1)
            return "{\"a\":\(value)}"
        }
        #expect(reason(nested(64)) == nil)
        #expect(reason(nested(65)) == .tooDeep)
        #expect(reason("{\"a\":" + String(repeating: opening, count: 200_000)) == .tooDeep)
    }

    @Test(arguments: [
        "{\"a\":1e999}", "{\"a\":-1e999}", "{\"a\":1\(String(repeating: "0", count: 400))}",
        "{\"a\":0.\(String(repeating: "1", count: 64))}", "{\"quantity\":2147483648}", "{\"quantity\":-2147483649}",
        "{\"price\":9223372036854775808}", "{\"price\":-9223372036854775809}", "{\"price\":1e30}",
        "{\"purchaseDate\":1e30}",
        "{\"purchaseDate\":9223372036854775808}", "{\"price\":9007199254740993.0}", "{\"price\":1e17}",
        "{\"commitmentInfo\":{\"totalBillingPeriods\":4294967297}}",
    ])
    func numberThatIsTooLargeIsRefused(payload: String) {
        #expect(reason(payload) == .numberOutOfRange)
    }

    @Test(arguments: [
        "{\"quantity\":2147483647}", "{\"quantity\":-2147483648}", "{\"price\":9223372036854775807}",
        "{\"price\":-9223372036854775808}", "{\"a\":1e308}", "{\"a\":18446744073709551616}", "{\"a\":-0}",
        "{\"a\":0.5e-10}",
        "{\"quantity\":1e0}", "{\"quantity\":2.0}", "{\"price\":1990.0}", "{\"price\":null}",
        "{\"a\":[[],{},[1,\"x\",null]]}",
        " {\t\"a\"\r:\n1 } ", "{}", "{\"a\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00é😀\"}",
        "{\"a\":{},\"b\":{\"a\":1}}",
        "{\"signedDate\":1697679936049.7297}",
    ])
    func payloadThatIsUnusualIsRead(payload: String) {
        #expect(reason(payload) == nil)
    }

    @Test(arguments: SignedField.allCases)
    func documentedFieldOfAnotherTypeIsRefused(field: SignedField) {
        let samples: [SignedField.ValueType: String] = [
            .text: "\"x\"", .flag: "true", .int32: "1", .date: "1.5", .texts: "[\"x\"]", .object: "{}",
            .objects: "[{}]",
        ]
        for place in SignedPlace.allCases where place.fields.contains(field) {
            let (kind, beginning, end) = Self.surroundings(of: place)
            func outcome(_ value: String) -> VerifyReason? { reason("\(beginning)\"\(field)\":\(value)\(end)", kind) }
            #expect(outcome("null") == nil)
            let own: SignedField.ValueType = field.valueType == .int64 ? .int32 : field.valueType
            for (type, value) in samples {
                let isFine = type == own || type == .int32 && own == .date
                #expect(outcome(value) == (isFine ? nil : .wrongType), "\(place).\(field): \(value)")
            }
            if own == .texts {
                for list in ["[1]", "[\"x\",null]", "[[\"x\"]]", "[{}]"] { #expect(outcome(list) == .wrongType) }
                #expect(outcome("[]") == nil)
            }
            if own == .objects {
                for list in ["[1]", "[{},null]", "[[]]", "[\"x\"]"] { #expect(outcome(list) == .wrongType) }
                #expect(outcome("[]") == nil && outcome("[{},{\"price\":1}]") == nil)
                #expect(outcome("[{},{\"price\":\"1\"}]") == .wrongType)
            }
        }
    }

    /// A field in another place or of another kind is undocumented there. It may have any value.
    @Test(arguments: SignedField.allCases)
    func fieldInAnotherPlaceMayBeAnything(field: SignedField) {
        for place in SignedPlace.allCases where !place.fields.contains(field) {
            let (kind, beginning, end) = Self.surroundings(of: place)
            for value in ["\"x\"", "true", "1.5", "[1]", "{\"a\":1}"] {
                #expect(reason("\(beginning)\"\(field)\":\(value)\(end)", kind) == nil)
            }
        }
    }

    private static func surroundings(of place: SignedPlace) -> (SignedKind, String, String) {
        switch place {
        case .transaction: (.transaction, "{", "}")
        case .renewalInfo: (.renewalInfo, "{", "}")
        case .appTransaction: (.appTransaction, "{", "}")
        case .notification: (.notification, "{", "}")
        case .transactionCommitment: (.transaction, "{\"commitmentInfo\":{", "}}")
        case .renewalCommitment: (.renewalInfo, "{\"commitmentInfo\":{", "}}")
        case .transactionSeats: (.transaction, "{\"multiSeatInfo\":{", "}}")
        case .renewalSeats: (.renewalInfo, "{\"multiSeatInfo\":{", "}}")
        case .priceTier: (.transaction, "{\"multiSeatInfo\":{\"priceTiers\":[{", "}]}}")
        case .data, .summary, .externalPurchaseToken, .appData, .unclaimInfo: (.notification, "{\"\(place)\":{", "}}")
        }
    }

    @Test
    func textsLoseTheirEscapes() throws {
        let data = try data(
            #"{"productId":"a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é😀z","currency":"\u0055SD","storefront":""}"#)
        #expect(data.text(.productId) == "a\"\\/\u{8}\u{C}\n\r\té😀é😀z")
        #expect(data.text(.currency) == "USD")
        #expect(data.text(.storefront) == "")
        #expect(data.text(.storefrontId) == nil)
    }

    @Test
    func payloadStaysAsItWasSigned() throws {
        let payload = #" {"a" : "\u0041", "productId":"\u0042","n":1.50} "#
        #expect(try data(payload).json == payload)
    }

    @Test(
        arguments: [
            ("{}", nil), (#"{"productId":"a"}"#, nil), (#"{"new":1}"#, #"{"new":1}"#),
            (
                #"{"productId":"a","new" : [1, {"x":"\u0041"}],"price":1,"neu":"\"é"}"#,
                #"{"new" : [1, {"x":"\u0041"}],"neu":"\"é"}"#
            ),
            (#"{"commitmentInfo":{"commitmentPrice":1}}"#, nil),
            (#"{"commitmentInfo":{"commitmentPrice":1,"new":2}}"#, #"{"commitmentInfo":{"new":2}}"#),
            (#"{"multiSeatInfo":{"priceTiers":[{"price":1,"quantity":2}]}}"#, nil),
            (
                #"{"multiSeatInfo":{"priceTiers":[{"price":1},{"new":2,"price":1},{}],"revokedSeatQuantity":1}}"#,
                #"{"multiSeatInfo":{"priceTiers":[{},{"new":2},{}]}}"#
            ),
            (#"{"multiSeatInfo":{"new":[{"price":1}],"priceTiers":[]}}"#, #"{"multiSeatInfo":{"new":[{"price":1}]}}"#),
            (#"{"advancedCommerceInfo":{"new":2}}"#, nil),
            (#"{"new":{"productId":"a"}}"#, #"{"new":{"productId":"a"}}"#),
            (#"{"commitmentInfo":null,"new":null}"#, #"{"new":null}"#),
            (#"{"eligibleWinBackOfferIds":["a"]}"#, #"{"eligibleWinBackOfferIds":["a"]}"#),
        ] as [(String, String?)])
    func unknownFieldsAreKept(payload: String, unknown: String?) throws {
        #expect(try data(payload).unknownJSON == unknown)
    }

    @Test
    func advancedCommerceIsKeptAsItWasSigned() throws {
        let object = #"{"items" : [{"SKU":"\u0041","price":1}], "price":"any type"}"#
        let data = try data("{\"advancedCommerceInfo\":\(object),\"price\":3}")
        #expect(data.advancedCommerceJSON == object)
        #expect(data.number(.price) == 3)
        #expect(try self.data("{}").advancedCommerceJSON == nil)
        #expect(try self.data("{\"advancedCommerceInfo\":null}").advancedCommerceJSON == nil)
    }

    @Test
    func everyBeginningOfAPayloadIsRefused() {
        let payload = Array(
            #"{"a":"\u00e9é","b":[1,{"c":-1.5e3,"x":[]},true],"commitmentInfo":{"commitmentPrice":10},"d":null}"#.utf8)
        #expect(reason(payload) == nil)
        for count in 0..<payload.count { #expect(reason(Array(payload.prefix(count))) != nil) }
    }
}
