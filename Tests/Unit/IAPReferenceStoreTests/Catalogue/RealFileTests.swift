import IAPModel
import Testing

@testable import IAPReferenceStore

/// Files that Xcode wrote for public projects.
@Suite(
    .enabled(
        if: !TestFile.realFiles.isEmpty,
        "STOREKIT_FILES names no folder with .storekit files of public projects."))
struct RealFileTests {
    private func load(_ file: String) throws -> Catalogue {
        try Catalogue.load(path: "\(TestFile.realFolder)/\(file)")
    }

    @Test(arguments: TestFile.realFiles) func everyFileLoadsWithAllItSells(file: String) throws {
        let catalogue = try load(file)
        #expect(!catalogue.products.isEmpty)
        #expect((1...5).contains(catalogue.version.major))
        for product in catalogue.products {
            let types: [ProductType] = [
                .consumable, .nonConsumable, .nonRenewingSubscription, .autoRenewableSubscription,
            ]
            #expect(types.contains(product.type), "\(product.place) has the type \(product.type.rawValue)")
            #expect(product.isPriced || catalogue.warnings.contains { $0.hasPrefix("\(product.place).displayPrice") })
            #expect(product.priceMilliunits >= 0)
            #expect((product.subscription != nil) == (product.type == .autoRenewableSubscription))
            if let subscription = product.subscription {
                #expect(subscription.period.value > 0)
                #expect(catalogue.group(id: subscription.groupID) != nil)
            }
            #expect(catalogue.product(id: product.productID) == product)
        }
    }

    /// Xcode writes empty texts for a product until a developer fills them in. In that case the store has no name to
    /// show.
    @Test(arguments: TestFile.realFiles) func everyProductHasTheNamesThatItsFileHas(file: String) throws {
        let catalogue = try load(file)
        for product in catalogue.products {
            for text in product.localizations {
                #expect(product.displayName(for: text.locale) == text.displayName)
                #expect(product.description(for: text.locale) == text.description)
            }
            let name = product.displayName(for: catalogue.settings.locale)
            let isNameless = product.localizations.allSatisfy { $0.displayName.isEmpty }
            #expect(!name.isEmpty || isNameless, "\(product.place)")
        }
    }

    /// Warnings about ordinary files would teach people to ignore warnings.
    @Test(arguments: TestFile.realFiles) func everythingThatXcodeWritesIsKnown(file: String) throws {
        for warning in try load(file).warnings {
            #expect(!warning.contains("unknown key"))
        }
    }
}
