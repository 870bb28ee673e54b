#if os(Linux)
    import SignedData

    final class ReceiptAnswerHandle: Handle {
        enum Text: Int, CaseIterable {
            case message, json, receiptType, bundleID, appVersion, originalAppVersion, latestReceipt
        }

        let answer: ReceiptAnswer
        let purchases: [ReceiptPurchaseHandle]
        let latest: [ReceiptPurchaseHandle]
        let renewals: [ReceiptRenewalHandle]
        private let texts: Texts

        init(_ answer: ReceiptAnswer) {
            self.answer = answer
            let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
            purchases = answer.body?.purchases.map { ReceiptPurchaseHandle($0, content: nothing) } ?? []
            latest = answer.body?.latest.map { ReceiptPurchaseHandle($0, content: nothing) } ?? []
            renewals = answer.body?.renewals.map(ReceiptRenewalHandle.init) ?? []
            texts = Texts([
                answer.message, answer.json, answer.body?.receiptType, answer.body?.bundleID, answer.body?.appVersion,
                answer.body?.originalAppVersion, answer.body?.latestReceipt,
            ])
        }

        func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text.rawValue] }
    }

    /// Lives as long as its answer.
    final class ReceiptRenewalHandle: Handle {
        enum Text: Int, CaseIterable {
            case productID, autoRenewProductID, offerCodeName, promotionalOfferID
        }

        let renewal: ReceiptRenewal
        private let texts: Texts

        init(_ renewal: ReceiptRenewal) {
            self.renewal = renewal
            texts = Texts([
                renewal.productID, renewal.autoRenewProductID, renewal.offerCodeName, renewal.promotionalOfferID,
            ])
        }

        func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text.rawValue] }
    }
#endif
