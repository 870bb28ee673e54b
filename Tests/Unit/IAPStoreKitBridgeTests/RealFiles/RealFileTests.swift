import Foundation
import IAPModel
import IAPReferenceStore
import IAPReferenceStoreKit
import Testing

/// The store lists everything that a file sells, with the values of the file. A test buys one product of each type
/// through StoreKit's own interface.
private enum FileCheck {
    static func listsEverything(_ path: String) async throws {
        let file = try StoreKitFile(path: path)
        let shop = try Shop(try Catalogue.load(path: path))
        let products = try await shop.visit {
            try await IAPReferenceStoreKit.Product.products(for: file.items.map(\.id))
        }
        #expect(products.map(\.id) == file.items.map(\.id))
        for (product, item) in zip(products, file.items) {
            #expect(product.type.rawValue == item.type, "\(item.id)")
            #expect(product.price == item.price, "\(item.id)")
            #expect((product.subscription != nil) == (item.type == "Auto-Renewable Subscription"), "\(item.id)")
            #expect(product.subscription.map { iso8601($0.subscriptionPeriod) } == item.period, "\(item.id)")
            #expect(product.displayPrice.contains(where: { $0.isNumber }), "\(item.id)")
            if let name = item.names[file.locale] {
                #expect(product.displayName == name, "\(item.id)")
            } else {
                #expect(
                    item.names.isEmpty ? product.displayName.isEmpty : item.names.values.contains(product.displayName))
            }
        }
    }

    static func sellsOneOfEachType(_ path: String) async throws {
        let file = try StoreKitFile(path: path)
        let shop = try Shop(try Catalogue.load(path: path))
        // The file may set these. Switch them off for the purchases.
        try shop.store.controls.setAskToBuy(false)
        try shop.store.controls.setInterruption(nil)
        try shop.store.controls.setPurchaseFailure(nil)
        try await shop.visit {
            for type in Set(file.items.map(\.type)).sorted() {
                guard let item = file.items.first(where: { $0.type == type && $0.isPriced }) else { continue }
                let product = try #require(try await IAPReferenceStoreKit.Product.products(for: [item.id]).first)
                guard case .success(.verified(let transaction)) = try await product.purchase() else {
                    Issue.record("\(item.id) has no verified transaction")
                    continue
                }
                #expect(transaction.productID == item.id && transaction.productType.rawValue == type)
                #expect((transaction.expirationDate != nil) == (item.period != nil))
                var unfinished: [UInt64] = []
                for await result in IAPReferenceStoreKit.Transaction.unfinished {
                    unfinished.append(result.unsafePayloadValue.id)
                }
                #expect(unfinished == [transaction.id])
                await transaction.finish()
                for await result in IAPReferenceStoreKit.Transaction.unfinished {
                    Issue.record("\(result.unsafePayloadValue.productID) is finished but listed as unfinished")
                }
            }
        }
    }

    private static func iso8601(_ period: IAPReferenceStoreKit.Product.SubscriptionPeriod) -> String {
        switch period.unit {
        case .day: "P\(period.value)D"
        case .week: "P\(period.value)W"
        case .month: "P\(period.value)M"
        case .year: "P\(period.value)Y"
        }
    }
}

/// Files that Xcode wrote for public projects.
@Suite(
    .timeLimit(.minutes(60)),
    .enabled(
        if: !StoreKitFiles.real.isEmpty,
        "STOREKIT_FILES names no folder with .storekit files of public projects."))
struct RealFileTests {
    @Test(arguments: StoreKitFiles.real) func everyProductIsListedAsTheFileHasIt(path: String) async throws {
        try await FileCheck.listsEverything(path)
    }

    @Test(arguments: StoreKitFiles.real) func oneProductOfEachTypeIsBought(path: String) async throws {
        try await FileCheck.sellsOneOfEachType(path)
    }

    /// Without this test, the suite could pass without any products.
    @Test func filesTogetherSellEveryType() throws {
        let types = try Set(StoreKitFiles.real.flatMap { try StoreKitFile(path: $0).items.map(\.type) })
        #expect(types.count == 4)
    }
}

/// The project's own files, which are always present.
@Suite(.timeLimit(.minutes(60)))
struct OwnFileTests {
    @Test(arguments: StoreKitFiles.own) func everyProductIsListedAsTheFileHasIt(path: String) async throws {
        try await FileCheck.listsEverything(path)
    }

    @Test(arguments: StoreKitFiles.own) func oneProductOfEachTypeIsBought(path: String) async throws {
        try await FileCheck.sellsOneOfEachType(path)
    }

    @Test func filesTogetherSellEveryType() throws {
        #expect(StoreKitFiles.own.count >= 7)
        let types = try Set(StoreKitFiles.own.flatMap { try StoreKitFile(path: $0).items.map(\.type) })
        #expect(types.count == 4)
    }
}
