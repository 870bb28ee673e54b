import Foundation
import IAPModel
import IAPPaymentQueue
import IAPReferenceStore
import IAPReferenceStoreKit
import Testing

@testable import IAPStoreKitBridge

/// The other requests that a game can send to the store.
@Suite(.timeLimit(.minutes(60)))
struct RequestTests {
    // MARK: The app itself

    @Test func appTransactionHasEverything() async throws {
        let shop = try Shop()
        guard case .appTransaction(let app) = try await shop.ask(.appTransaction(isRefresh: false)) else {
            Issue.record("there is no app transaction")
            return
        }
        #expect(app.verification == .verified && app.bundleID == "com.example.game" && app.environment == "Sandbox")
        #expect(app.appVersion == "1.0" && app.originalAppVersion == "1.0" && app.originalPlatform == "iOS")
        #expect(app.appID == nil && app.appVersionID == nil && app.preorderDate == nil)
        #expect(app.originalPurchaseDate == 1_375_340_400_000 && app.signedDate == Shop.start)
        #expect(app.appTransactionID?.isEmpty == false && app.signedText.split(separator: ".").count == 3)
        #expect(app.json.contains("originalApplicationVersion") && !app.deviceVerification.isEmpty)
        #expect(app.deviceVerificationNonce == app.deviceVerificationNonce.lowercased())
        let coins = try shop.charge("coins")
        let payload = try shop.device.signed(coins).payload
        let id = try #require(app.appTransactionID)
        #expect(payload.contains(id), "all purchases of the account have the same id")
    }

    @Test func appTransactionMayBeUnverified() async throws {
        let shop = try Shop()
        try shop.store.setSimulatedError(.invalidCertificateChain, for: .verification)
        guard case .appTransaction(let app) = try await shop.ask(.appTransaction(isRefresh: true)) else {
            Issue.record("there is no app transaction")
            return
        }
        #expect(app.verification == .failed(.invalidCertificateChain))
    }

    @Test func receiptIsBase64OfASignedContainer() async throws {
        let shop = try Shop()
        guard case .text(let text) = try await shop.ask(.appReceipt(isRefresh: false)) else {
            Issue.record("there is no receipt")
            return
        }
        let bytes = try Base64Text.bytes(text)
        #expect(bytes.first == 0x30 && bytes.count > 500, "the receipt is a DER sequence")
    }

    // MARK: Promoted products

    @Test func promotionsAreOrderedShownAndHidden() async throws {
        let shop = try Shop()
        #expect(try await shop.ask(.promotions) == .promotions([]))
        #expect(try await shop.ask(.setPromotionOrder(["season", "coins"])) == .done)
        #expect(try await shop.ask(.setPromotionVisibility(productID: "coins", .hidden)) == .done)
        #expect(
            try await shop.ask(.promotions)
                == .promotions([
                    Promotion(productID: "season", visibility: .appStoreConnectDefault),
                    Promotion(productID: "coins", visibility: .hidden),
                ]))
        for visibility in Promotion.Visibility.allCases {
            _ = try await shop.ask(.setPromotionVisibility(productID: "season", visibility))
            #expect(try shop.device.promotions().first?.visibility == visibility)
        }
        #expect(try await shop.ask(.setPromotionOrder([])) == .done)
        #expect(try await shop.ask(.promotions) == .promotions([]))
        for request in [
            StoreRequest.setPromotionOrder(["nothing"]), .setPromotionVisibility(productID: "nothing", .visible),
        ] {
            #expect(await shop.refusal(of: request)?.status == .productUnavailable)
        }
    }

    // MARK: External purchases

    @Test func externalPurchaseGivesATokenOrIsCancelled() async throws {
        let shop = try Shop()
        guard case .text(let token) = try await shop.ask(.externalPurchase(.notice)) else {
            Issue.record("there is no token")
            return
        }
        #expect(!token.isEmpty)
        for type in StoreRequest.ExternalPurchase.Token.allCases {
            guard case .text(let token) = try await shop.ask(.externalPurchase(.customLinkToken(type))) else {
                Issue.record("there is no token")
                return
            }
            #expect(!token.isEmpty)
        }
        #expect(try await shop.ask(.externalPurchase(.customLinkEligibility)) == .flag(true))

        let sheets: [StoreRequest.ExternalPurchase] = [
            .link(nil), .link("https://example.com/buy"), .customLinkNotice(.browser), .customLinkNotice(.withinApp),
            .linkAccount,
        ]
        for sheet in sheets { #expect(try await shop.ask(.externalPurchase(sheet)) == .done) }
        for sheet in sheets + [.notice] {
            #expect(try shop.store.answerNext(.externalPurchaseNotice, SheetAnswer(isAccepted: false)))
            let error = await shop.refusal(of: .externalPurchase(sheet))
            #expect(error?.status == .cancelled && error?.isRetryable == false)
        }
        #expect(try shop.store.count(of: .externalPurchaseNotice) == 2 * sheets.count + 2)
    }

    @Test func paymentMethodIsBoundByItsID() async throws {
        let shop = try Shop()
        #expect(
            try await shop.ask(.bindPaymentMethod(pinningID: "9b2c5d4e-0000-4000-8000-0000000000ab")) == .done)
        let cases: [(StoreFailure.Kind?, IAPError.Status)] = [
            (nil, .invalidArgument), (.bindingNotEligible, .notEligible), (.bindingFailed, .store),
            (.networkError, .network),
        ]
        for (kind, status) in cases {
            try shop.store.setSimulatedError(kind, for: .paymentMethodBinding)
            #expect(await shop.refusal(of: .bindPaymentMethod(pinningID: "no id"))?.status == status)
        }
    }

    // MARK: Sheets

    @Test func refundIsRequestedOnce() async throws {
        let shop = try Shop()
        let coins = try shop.charge("coins")
        #expect(try shop.store.answerNext(.refund, SheetAnswer(isAccepted: false)))
        #expect(await shop.refusal(of: .show(.refund(coins.id), nil))?.status == .cancelled)
        #expect(try shop.store.answerNext(.refund, SheetAnswer(isAccepted: true, detail: "later")))
        #expect(try await shop.ask(.show(.refund(coins.id), nil)) == .done)
        let error = await shop.refusal(of: .show(.refund(coins.id), nil))
        #expect(error?.status == .duplicateRequest && error?.storeDomain == "StoreKit.Transaction.RefundRequestError")
        #expect(await shop.refusal(of: .show(.refund(7), nil))?.status == .store)
    }

    @Test func sheetsAreShown() async throws {
        let shop = try Shop(catalogue: Shop.club)
        let gold = try shop.charge("gold")
        #expect(try shop.store.answerNext(.manageSubscriptions, SheetAnswer(isAccepted: true, detail: "off")))
        #expect(try await shop.ask(.show(.manageSubscriptions(groupID: "CLUB"), nil)) == .done)
        #expect(try shop.device.status(ofTransaction: gold.id)?.renewal.willAutoRenew == false)
        #expect(try await shop.ask(.show(.manageSubscriptions(groupID: nil), nil)) == .done)
        #expect(try await shop.ask(.show(.offerCodeRedemption, nil)) == .done)
        #expect(try await shop.ask(.show(.review, nil)) == .done)
        #expect(try shop.store.count(of: .manageSubscriptions) == 2)
        #expect(try shop.store.count(of: .offerCode) == 1)
        #expect(try shop.store.count(of: .review) == 1)
        #expect(try shop.store.answerNext(.offerCode, SheetAnswer(isAccepted: false)))
        #expect(await shop.refusal(of: .show(.offerCodeRedemption, nil))?.status == .cancelled)
    }

    static let failing: [(StoreAPI, StoreRequest)] = [
        (.appTransaction, .appTransaction(isRefresh: false)), (.appReceipt, .appReceipt(isRefresh: true)),
        (.promotions, .promotions), (.promotions, .setPromotionOrder([])),
        (.promotions, .setPromotionVisibility(productID: "coins", .visible)),
        (.manageSubscriptions, .show(.manageSubscriptions(groupID: nil), nil)),
        (.refundRequest, .show(.refund(1), nil)), (.offerCodeRedemption, .show(.offerCodeRedemption, nil)),
        (.externalPurchase, .externalPurchase(.notice)), (.externalPurchase, .externalPurchase(.link(nil))),
        (.externalPurchase, .externalPurchase(.customLinkToken(.services))),
        (.externalPurchase, .externalPurchase(.customLinkNotice(.browser))),
        (.externalPurchase, .externalPurchase(.linkAccount)),
    ]

    @Test(arguments: failing.indices) func requestFailsAsTheStoreDoes(index: Int) async throws {
        let (api, request) = Self.failing[index]
        let shop = try Shop()
        try shop.store.setSimulatedError(.notEntitled, for: api)
        let error = await shop.refusal(of: request)
        #expect(error?.status == .notEntitled && error?.storeDomain == "StoreKit.StoreKitError")
    }
}
