import Foundation
import Testing

@testable import IAPReferenceStore

/// The error for an unusable file names the file, the place and the reason. The process never crashes.
@Suite struct CatalogueErrorTests {
    static let files: [(name: String, kind: CatalogueError.Kind, place: String, reason: String)] = [
        ("no-such-file", .notFound, "", "does not exist"),
        ("zero-bytes", .empty, "", "empty"),
        ("trailing-comma", .notJSON, "line 31, column 5", "'}' stands where a key"),
        ("trailing-comma", .notJSON, "line 31, column 5", "remove the comma before it"),
        ("comma-price", .invalidValue, "products[0].displayPrice", #""9,99" has a comma; write a decimal point"#),
        ("comment", .notJSON, "line 1, column 1", "'/' stands where a value"),
        ("boolean-as-number", .invalidValue, "products[0].familyShareable", "expected a boolean, found a number"),
        ("number-as-text", .invalidValue, "settings._timeRate", "expected a number, found a text"),
        ("price-as-number", .invalidValue, "products[0].displayPrice", "expected a text, found a number"),
        (
            "duplicate-product-id", .duplicate, "subscriptionGroups[0].subscriptions[1].productID",
            #""com.example.caves.coins" is already the productID of products[0]"#
        ),
    ]

    @Test(arguments: files)
    func aBadFileIsRefusedByName(name: String, kind: CatalogueError.Kind, place: String, reason: String) throws {
        let path = TestFile.oddity(name)
        let error = try #require(Catalogue.refusal { () throws(CatalogueError) in try Catalogue.load(path: path) })
        #expect(error.kind == kind)
        #expect(error.file == path)
        #expect(error.place == place)
        #expect(error.reason.contains(reason))
        #expect(error.description.hasPrefix("\(path): "))
        #expect(place.isEmpty || error.description.contains(place))
        #expect(!error.description.contains("\n"))
    }

    static let texts: [(text: String, kind: CatalogueError.Kind, place: String)] = [
        ("[]", .invalidValue, ""),
        ("null", .invalidValue, ""),
        (#"{"products": {}}"#, .invalidValue, "products"),
        (#"{"products": [7]}"#, .invalidValue, "products[0]"),
        (#"{"products": [null, {"type": "Consumable"}]}"#, .invalidValue, "products[1].productID"),
        (#"{"products": [{"productID": "", "type": "Consumable"}]}"#, .invalidValue, "products[0].productID"),
        (#"{"products": [{"productID": "a"}]}"#, .invalidValue, "products[0].type"),
        (#"{"products": [{"productID": "a\u0000b"}]}"#, .invalidValue, "products[0].productID"),
        (#"{"version": {"major": 4.5}}"#, .invalidValue, "version.major"),
        (#"{"version": {"major": 1e300}}"#, .invalidValue, "version.major"),
        (#"{"settings": []}"#, .invalidValue, "settings"),
        (#"{"settings": {"_askToBuyEnabled": "true"}}"#, .invalidValue, "settings._askToBuyEnabled"),
        (#"{"version": {}, "version": {}}"#, .duplicate, "line 1, column 17"),
        (subscription(""), .invalidValue, "subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod"),
        (
            subscription(#", "recurringSubscriptionPeriod": "P1M2D""#), .invalidValue,
            "subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod"
        ),
        (
            offer(#""subscriptionPeriod": "monthly""#), .invalidValue,
            "subscriptionGroups[0].subscriptions[0].adHocOffers[0].subscriptionPeriod"
        ),
        (
            offer(#""subscriptionPeriod": "P1M", "numberOfPeriods": 0"#), .invalidValue,
            "subscriptionGroups[0].subscriptions[0].adHocOffers[0].numberOfPeriods"
        ),
        (
            offer(#""subscriptionPeriod": "P1M", "displayPrice": "$1""#), .invalidValue,
            "subscriptionGroups[0].subscriptions[0].adHocOffers[0].displayPrice"
        ),
    ]

    private static func subscription(_ members: String) -> String {
        #"{"subscriptionGroups": [{"id": "g", "subscriptions": [{"productID": "a", "displayPrice": "1", "#
            + #""type": "RecurringSubscription"\#(members)}]}]}"#
    }

    private static func offer(_ members: String) -> String {
        subscription(
            #", "recurringSubscriptionPeriod": "P1M", "adHocOffers": [{"paymentMode": "payAsYouGo", \#(members)}]"#)
    }

    @Test(arguments: texts)
    func aBadValueIsRefusedByPlace(text: String, kind: CatalogueError.Kind, place: String) throws {
        let error = try #require(Catalogue.refusal { () throws(CatalogueError) in try Catalogue(text) })
        #expect(error.kind == kind)
        #expect(error.place == place)
        #expect(error.file == "made-up.storekit")
    }

    @Test func aFileCutOffAnywhereIsRefused() throws {
        let whole = try TestFile.bytes(TestFile.fixture("Versions/4.0.storekit"))
        let end = try #require(whole.lastIndex(of: UInt8(ascii: "}")))
        for count in 0...end {
            let error = Catalogue.refusal { () throws(CatalogueError) in
                try Catalogue(text: Array(whole[..<count]), name: "cut.storekit")
            }
            #expect(error?.kind == (count == 0 ? .empty : .notJSON), "cut after \(count) bytes: \(error as Any)")
        }
    }

    @Test func aFileWithAnyByteChangedLoadsOrIsRefused() throws {
        let whole = try TestFile.bytes(TestFile.fixture("Versions/5.0.storekit"))
        var refused = 0
        for index in whole.indices {
            for byte: UInt8 in [0x22, 0x2C, 0x7D, 0xFF] {
                var text = whole
                text[index] = byte
                if let error = Catalogue.refusal({ () throws(CatalogueError) in
                    try Catalogue(text: text, name: "bad.storekit")
                }) {
                    refused += 1
                    #expect(!error.description.contains("\n"))
                }
            }
        }
        #expect(refused > whole.count)
    }

    @Test func aFileOfMoreThan16MiBIsRefused() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("large.storekit").path
        let text = Array("{}".utf8) + Array(repeating: UInt8(ascii: " "), count: Catalogue.largestFile - 2)
        try Data(text).write(to: URL(fileURLWithPath: path))
        #expect(try Catalogue.load(path: path).products.isEmpty)

        try Data(text + [0x20]).write(to: URL(fileURLWithPath: path))
        let fromFile = Catalogue.refusal { () throws(CatalogueError) in try Catalogue.load(path: path) }
        #expect(fromFile?.kind == .tooLarge)
        #expect(fromFile?.file == path)
        let fromText = Catalogue.refusal { () throws(CatalogueError) in
            try Catalogue(text: text + [0x20], name: "large")
        }
        #expect(fromText?.kind == .tooLarge)
    }

    @Test func aDirectoryWithoutConfigurationIsNotFound() throws {
        let path = TestFile.oddity("bundle") + "/Assets"
        let error = Catalogue.refusal { () throws(CatalogueError) in try Catalogue.load(path: path) }
        #expect(error?.kind == .notFound)
        #expect(error?.reason.contains("Configuration.storekit") == true)
    }

    @Test func aDeviceIsUnreadable() {
        let error = Catalogue.refusal { () throws(CatalogueError) in try Catalogue.load(path: "/dev/zero") }
        #expect(error?.kind == .unreadable)
        #expect(error?.file == "/dev/zero")
    }

    @Test func warningsAreLimitedInNumber() throws {
        let keys = (0..<1000).map { #""key\#($0)": 1"# }.joined(separator: ", ")
        let warnings = try Catalogue(#"{"version": {"major": 4}, \#(keys)}"#).warnings
        #expect(warnings.count == WarningList.longest + 1)
        #expect(warnings.last == "800 more warnings are not shown")
    }

    @Test func deeplyNestedTextIsRefused() {
        let nested = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
        for (depth, isTooDeep) in [(48, true), (47, false)] {
            let error = Catalogue.refusal { () throws(CatalogueError) in try Catalogue("{\"other\": \(nested(depth))}")
            }
            #expect((error?.reason.contains("levels deep") == true) == isTooDeep)
            #expect(!isTooDeep || error?.kind == .notJSON)
        }
    }
}
