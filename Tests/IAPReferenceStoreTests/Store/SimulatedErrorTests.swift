import IAPDatabase
import Foundation
import IAPModel
import Testing

@testable import IAPReferenceStore

/// A simulated error affects exactly the calls that it names. A failed call changes nothing.
struct SimulatedErrorTests {
    /// Each call of a device, with its API and its feature.
    struct Call: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var api: StoreAPI?
        var feature: Feature?
        var body: @Sendable (StoreDevice) throws -> Void

        init(
            _ name: String, _ api: StoreAPI?, _ feature: Feature? = nil,
            _ body: @escaping @Sendable (StoreDevice) throws -> Void
        ) {
            testDescription = name
            self.api = api
            self.feature = feature
            self.body = body
        }
    }

    static let calls: [Call] = [
        Call("products", .loadProducts) { _ = try $0.products(["coins"]) },
        Call("listing", nil) { _ = try $0.listing("coins") },
        Call("purchase", .purchase) { try $0.buy("coins") },
        Call("sync", .sync) { try $0.sync() },
        Call("statuses of a group", .subscriptionStatus) { _ = try $0.statuses(ofGroup: "CLUB") },
        Call("all statuses", nil, .allStatuses) { _ = try $0.statuses() },
        Call("status of a transaction", .subscriptionStatus) { _ = try $0.status(ofTransaction: 1) },
        Call("eligibility", nil) { _ = try $0.isEligibleForIntroductoryOffer(groupID: "CLUB") },
        Call("app transaction", .appTransaction, .appTransaction) { _ = try $0.appTransaction(isRefresh: true) },
        Call("receipt", .appReceipt, .appReceipt) { _ = try $0.appReceipt(isRefresh: false) },
        Call("promotions", .promotions, .promotions) { _ = try $0.promotions() },
        Call("promotion order", .promotions, .promotions) { try $0.setPromotionOrder(["coins"]) },
        Call("visibility", .promotions, .promotions) { try $0.setPromotionVisibility("coins", .hidden) },
        Call("refund", .refundRequest, .refundRequest) {
            _ = try $0.showRefundSheet($0.history().first?.id ?? 0)
        },
        Call("manage", .manageSubscriptions, .manageSubscriptions) { try $0.showManageSubscriptions(groupID: nil) },
        Call("code", .offerCodeRedemption, .offerCodeRedemption) { _ = try $0.showOfferCodeSheet() },
        Call("review", nil, .reviewRequest) { try $0.requestReview() },
        Call("message", .messages, .messages) { try $0.showMessage(1) },
        Call("notice", .externalPurchase, .externalPurchase) { _ = try $0.showExternalPurchaseNotice() },
        Call("link", .externalPurchase, .externalPurchaseLink) { _ = try $0.openExternalPurchaseLink(nil) },
        Call("custom link", nil, .externalPurchaseCustomLink) { _ = try $0.isEligibleForCustomLink() },
        Call("token", .externalPurchase, .externalPurchaseCustomLink) { _ = try $0.customLinkToken("SERVICES") },
        Call("custom notice", .externalPurchase, .externalPurchaseCustomLink) {
            _ = try $0.showCustomLinkNotice(isWithinApp: false)
        },
        Call("account link", .externalPurchase, .externalLinkAccount) { _ = try $0.openExternalLinkAccount() },
        Call("binding", .paymentMethodBinding, .paymentMethodBinding) { try $0.bindPaymentMethod(OfferShop.token) },
    ]

    /// A device whose account has a transaction that it can request a refund for.
    private static func device(_ store: ReferenceStore, _ account: String = "anna") throws -> StoreDevice {
        let device = try store.device(account: account)
        try device.buy("coins")
        return device
    }

    @Test(arguments: calls) func callFailsWithItsAPIAndNoOther(call: Call) throws {
        let store = try OfferShop.open()
        for api in StoreAPI.allCases where api != .verification {
            let device = try Self.device(store, "\(api)")
            try store.setSimulatedError(.networkTimeout, for: api)
            let (before, sheets) = (try store.totals, try StoreSheet.allCases.map(store.count))
            let outcome = try kind { try call.body(device) }
            #expect(outcome == (api == call.api ? .networkTimeout : nil))
            if api == call.api {
                #expect(
                    try store.totals == before && StoreSheet.allCases.map(store.count) == sheets,
                    "the failed call changed nothing")
            }
            try store.setSimulatedError(nil, for: api)
            if api == call.api { try call.body(device) }
        }
    }

    @Test(arguments: calls) func callNeedsItsFeatureAndNoOther(call: Call) throws {
        let store = try OfferShop.open()
        for feature in Feature.allCases {
            let device = try Self.device(store, "\(feature)")
            try store.set(feature, isSupported: false)
            let outcome = try kind { try call.body(device) }
            #expect(outcome == (feature == call.feature ? .unsupported : nil))
            try store.set(feature, isSupported: true)
            if feature == call.feature { try call.body(device) }
        }
    }

    @Test(arguments: Feature.allCases) func featureIsThereUntilItIsTakenAway(feature: Feature) throws {
        let folder = try Folder()
        var store = try OfferShop.open(path: folder.path("state"))
        #expect(try store.device().isSupported(feature))
        try store.set(feature, isSupported: false)
        try store.set(feature, isSupported: false)
        store.close()
        store = try OfferShop.open(path: folder.path("state"))
        #expect(try !store.device().isSupported(feature))
        store.close()
    }

    @Test(arguments: StoreFailure.Kind.allCases.filter(\.isVerificationError))
    func everythingSignedIsUnverifiedForTheReasonThatIsOrdered(reason: StoreFailure.Kind) throws {
        let device = try OfferShop.open().device()
        let month = try device.buy("month")
        let status = try #require(try device.statuses(ofGroup: "CLUB").first)
        let app = try device.appTransaction(isRefresh: false)
        let signed: [() throws -> SignedText] = [
            { try device.signed(month) }, { try device.signed(status.renewal) }, { try device.signed(app) },
        ]
        for sign in signed { #expect(try sign().failure == nil) }
        try device.store.setSimulatedError(reason, for: .verification)
        for sign in signed {
            let failure = try sign().failure
            #expect(failure.map { "\($0)" } == reason.rawValue)
        }
        guard case .purchased = try device.purchase("coins", PurchaseOptions()) else {
            Issue.record("the purchase succeeded despite the error")
            return
        }
        try device.store.setSimulatedError(nil, for: .verification)
        for sign in signed { #expect(try sign().failure == nil) }
    }

    @Test func failureHasToBeOneThatTheAPICanHave() {
        for kind in StoreFailure.Kind.allCases {
            let families = [
                kind.isStoreKitError, kind.isPurchaseError, kind.isVerificationError, kind.isRefundRequestError,
                kind.isBindingError, kind == .invalidRequest,
            ]
            #expect(families.count(where: { $0 }) == 1, "\(kind) belongs to one family")
            for api in StoreAPI.allCases {
                let canFail =
                    switch api {
                    case .verification: kind.isVerificationError
                    case .purchase: kind.isStoreKitError || kind.isPurchaseError
                    case .refundRequest: kind.isStoreKitError || kind.isRefundRequestError
                    case .paymentMethodBinding: kind.isStoreKitError || kind.isBindingError
                    default: kind.isStoreKitError
                    }
                #expect(api.canFail(with: kind) == canFail)
            }
        }
    }

    static let fileErrors: [(String, String, Int, StoreAPI, StoreFailure.Kind)] = [
        ("Load Products", "generic", 2, .loadProducts, .networkError),
        ("Purchase", "purchase", 1, .purchase, .productUnavailable),
        ("Purchase", "generic", 1, .purchase, .userCancelled),
        ("Verification", "verification", 0, .verification, .revokedCertificate),
        ("Verification", "generic", 2, .verification, .invalidSignature),
        ("App Store Sync", "generic", 6, .sync, .unsupported),
        ("Subscription Status", "generic", 3, .subscriptionStatus, .systemError),
        ("App Transaction", "generic", 5, .appTransaction, .notEntitled),
        ("Manage Subscriptions Sheet", "generic", 4, .manageSubscriptions, .notAvailableInStorefront),
        ("Refund Request Sheet", "refund request", 0, .refundRequest, .duplicateRefundRequest),
        ("Refund Request Sheet", "refund request", 1, .refundRequest, .refundRequestFailed),
        ("Refund Request Sheet", "purchase", 1, .refundRequest, .unknown),
        ("Offer Code Redeem Sheet", "generic", 0, .offerCodeRedemption, .unknown),
    ]

    @Test(arguments: fileErrors.indices, [true, false])
    func newStoreBeginsWithTheErrorsThatItsFileEnables(index: Int, isEnabled: Bool) throws {
        let (name, type, number, api, failure) = Self.fileErrors[index]
        let text = OfferShop.catalogue.replacingOccurrences(
            of: #"{"version""#,
            with: #"""
                {"settings": {"_storeKitErrors": [{"name": "\#(name)", "enabled": \#(isEnabled),
                 "current": {"type": "\#(type)", "index": \#(number)}}]}, "version"
                """#)
        let store = try TestStore.open(catalogue: text)
        let found = try StoreAPI.allCases.compactMap { api in
            try store.read { ledger throws(DatabaseError) in try ledger.simulatedError(api) }.map { (api, $0) }
        }
        #expect(found.map(\.0) == (isEnabled ? [api] : []) && found.map(\.1) == (isEnabled ? [failure] : []))
    }
}
