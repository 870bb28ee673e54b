import IAPDatabase
import IAPModel
import Testing

@testable import IAPReferenceStore

/// State files and logs that earlier versions of the library wrote.
struct EarlierFormatTests {
    @Test func stateFileOfAnEarlierVersionIsRefusedWithAdviceAndLeftUnchanged() throws {
        let folder = try Folder()
        let path = folder.path("state")
        let format = Database.Format(
            applicationID: 0x4941_5053, version: 6, schema: "CREATE TABLE setting (key TEXT)", isExclusive: false)
        try Database(path: path, format: format).close()
        for _ in 0..<2 {
            let error = try #require(throws: IAPError.self) { try TestStore.open(path: path) }
            #expect(error.status == .storage && !error.isRetryable)
            #expect(error.message.contains(path) && error.message.contains("version 6"))
            #expect(error.message.contains("make a new store"))
        }
        try Database(path: path, format: format).close()
    }

    @Test func logOfAnEarlierVersionIsPlayedBack() throws {
        let digest = try Catalogue(TestStore.catalogue).digest
        let log = """
            {"bundleID":"com.example.game","catalogue":"\(digest)","log":1,"seed":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=","start":1781524800000}
            {"at":1781524800000,"control":{"open":{"rate":0}}}
            {"account":"anna","at":1781524800000,"device":"phone","request":{"open":{}}}
            {"account":"anna","at":1781524800000,"device":"phone","request":{"forgetToldMessages":{}}}
            {"account":"anna","at":1781524800000,"device":"phone","request":{"purchase":{"options":{"quantity":1,"simulatesAskToBuy":false},"productID":"silver"}}}
            {"account":"anna","at":1781524800000,"device":"phone","request":{"hear":{"number":1}}}
            {"at":1781524800000,"control":{"advanceClock":{"milliseconds":2678400000}}}
            {"account":"anna","at":1784203200000,"device":"phone","request":{"refuseStorefront":{"countryCode":"DEU","options":{"quantity":1,"simulatesAskToBuy":false},"productID":"gems","word":{"refusal":{"detail":"d","isOfStorage":false,"kind":"unknown"}}}}}

            """
        var options = ReferenceStore.Options()
        options.clock = .virtual(start: 0)
        let store = try ReferenceStore.replay(log, catalogue: Catalogue(TestStore.catalogue), options: options)
        #expect(try store.device().history().map(\.productID) == ["silver", "silver"])
        #expect(try store.transactionIDs(of: "anna").count == 3)
    }

    @Test func logOfAnotherVersionIsRefused() throws {
        let digest = try Catalogue(TestStore.catalogue).digest
        let seed = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        let log = #"{"bundleID":"b","catalogue":"\#(digest)","log":2,"seed":"\#(seed)","start":1}"#
        let error = try #require(throws: IAPError.self) {
            try ReferenceStore.replay(log, catalogue: Catalogue(TestStore.catalogue))
        }
        #expect(error.message == "the log has version 2; this library reads version 1")
    }
}
