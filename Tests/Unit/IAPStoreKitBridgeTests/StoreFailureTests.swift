import Foundation
import IAPReferenceStore
import Testing

@testable import IAPReferenceStoreKit

/// The errors that the reference store throws as StoreKit.
@Suite(.timeLimit(.minutes(60)))
struct StoreFailureTests {
    /// The domains and codes inside `StoreKitError.systemError`, from the outermost to the innermost one.
    static let causes: [(StoreFailure.Kind, [String])] = [
        (.systemPaymentCancelled, ["SKErrorDomain 2"]),
        (.systemNestedCancelled, ["ASDErrorDomain 500", "AMSErrorDomain 305", "SKErrorDomain 2"]),
        (.systemAccountCancelled, ["SKErrorDomain 907", "AMSErrorDomain 6"]),
        (.systemCurrentlySubscribed, ["ASDServerErrorDomain 3532"]),
    ]

    private static func cause(of kind: StoreFailure.Kind) throws -> any Error {
        guard case StoreKitError.systemError(let cause) = StoreFailure(kind).storeKitError else {
            throw StoreFailure(.unknown, "\(kind) is no system error")
        }
        return cause
    }

    @Test(arguments: causes) func causeOfASystemErrorSaysMore(kind: StoreFailure.Kind, expected: [String]) throws {
        var found: [String] = []
        var next: NSError? = try Self.cause(of: kind) as NSError
        while let error = next {
            found.append("\(error.domain) \(error.code)")
            next = error.userInfo[NSUnderlyingErrorKey] as? NSError
        }
        #expect(found == expected)
    }

    @Test func causeOfASystemErrorCanBeACancellationOfStoreKit() throws {
        guard case StoreKitError.userCancelled = try Self.cause(of: .systemUserCancelled) else {
            Issue.record("the cause is no cancellation")
            return
        }
    }

    // MARK: The storefront

    private static func store(_ isQuirk: Bool) throws -> Shop {
        let shop = try Shop()
        try shop.store.quirks.set(.storefrontOnSubscribing, to: isQuirk ? 1 : 0)
        return shop
    }

    @Test(arguments: [false, true]) func listenerFirstReceivesTheCurrentStorefrontIfThatIsTheQuirk(
        isQuirk: Bool
    ) throws {
        let shop = try Self.store(isQuirk)
        for _ in 0..<2 {
            shop.device.beginLaunch()
            let call = HandRunCall(on: shop.device) {
                var countries: [String] = []
                for await storefront in Storefront.updates {
                    countries.append(storefront.countryCode)
                    if storefront.countryCode == "JPN" { break }
                }
                return countries
            }
            #expect(try call.value == nil)
            try shop.store.shelf.move(to: "JPN", locale: nil)
            #expect(try call.value == (isQuirk ? ["USA", "JPN"] : ["JPN"]))
            try shop.store.shelf.move(to: "USA", locale: nil)
        }
    }
}
