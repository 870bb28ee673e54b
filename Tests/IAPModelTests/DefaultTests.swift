import IAPModel
import Testing

/// Default values.
struct DefaultTests {
    private static let transaction = Transaction(
        id: 7, originalID: 7, productID: "coins", productType: .consumable, quantity: 1, purchaseDate: 1,
        originalPurchaseDate: 1, environment: "Xcode", signedText: "a.b.c")

    @Test func plainPaymentHasNoOptions() {
        let payment = Payment(productID: "coins")
        #expect(payment.offer == nil && payment.introductoryOfferJWS == nil && payment.advancedCommerceJWS == nil)
        #expect(payment.storefronts == nil, "nil means all countries; an empty set means none")
        #expect(payment.customValues.isEmpty && payment.billingPlan == nil && payment.seats == nil)
        #expect(!payment.suppressesSeatInvitation && payment.anchor == nil)
    }

    @Test func transactionIsVerifiedUnlessItSaysOtherwise() {
        var transaction = Self.transaction
        #expect(transaction.verification == .verified)
        #expect(QueuedTransaction(transaction, state: .purchased).verification == .verified)
        transaction.verification = .failed(.invalidSignature)
        #expect(QueuedTransaction(transaction, state: .purchased).verification == .failed(.invalidSignature))
    }

    @Test func paymentHasNoVerificationUnlessItsAnswerWasRefused() {
        var item = QueuedTransaction(payment: Payment(productID: "coins"), id: 3)
        #expect(item.verification == nil)
        item.failedVerification = .failed(.revokedCertificate)
        #expect(item.verification == .failed(.revokedCertificate))
    }

    @Test func intentHasNoNumberBeforeTheClientGivesItOne() {
        let intent = PurchaseIntent(productID: "coins")
        #expect(intent.id == 0 && intent.offerID == nil && !intent.isDeferred)
    }

    @Test func anchorIsThePlaceItWasMadeOf() {
        var (here, there) = (1, 2)
        withUnsafeMutablePointer(to: &here) { here in
            withUnsafeMutablePointer(to: &there) { there in
                #if !canImport(ObjectiveC)
                    #expect(Anchor(here) == Anchor(here) && Anchor(here) != Anchor(there))
                    #expect(Set([Anchor(here), Anchor(here), Anchor(there)]).count == 2)
                #endif
            }
        }
        #expect(Anchor(nil) == nil)
    }
}
