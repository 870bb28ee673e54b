#if os(Linux)
    public import CIAP
    import IAPModel
    import ReferenceStore

    @c @implementation public func iap_device_send_purchase_intent(
        _ device: OpaquePointer?, _ product_id: UnsafePointer<CChar>?, _ offer_id: UnsafePointer<CChar>?,
        _ error: UnsafeMutablePointer<iap_error>?
    ) -> iap_status {
        control(device: device, error) {
            let productID = try Input.text(product_id, "product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
            let offerID = try Input.optionalText(offer_id, "offer_id", limit: Int(IAP_PAYMENT_TEXT_LENGTH_MAX))
            try $0.sendIntent(productID, offerID: offerID)
        }
    }

    @c @implementation public func iap_device_send_message(
        _ device: OpaquePointer?, _ reason: iap_message_reason, _ error: UnsafeMutablePointer<iap_error>?
    ) -> iap_status {
        control(device: device, error) {
            switch reason {
            case IAP_MESSAGE_REASON_UNKNOWN: try $0.sendMessage(.unknown)
            case IAP_MESSAGE_REASON_GENERIC: try $0.sendMessage(.generic)
            case IAP_MESSAGE_REASON_PRICE_INCREASE_CONSENT: try $0.sendMessage(.priceIncreaseConsent)
            case IAP_MESSAGE_REASON_BILLING_ISSUE: try $0.sendMessage(.billingIssue)
            case IAP_MESSAGE_REASON_WIN_BACK_OFFER: try $0.sendMessage(.winBackOffer)
            default: throw IAPError(.invalidArgument, "reason is \(reason), which is no IAP_MESSAGE_REASON_… value")
            }
        }
    }

    @c @implementation public func iap_store_renewal_init(_ renewal: UnsafeMutablePointer<iap_store_renewal>?) {
        renewal?.pointee = iap_store_renewal()
        renewal?.pointee.struct_size = UInt32(MemoryLayout<iap_store_renewal>.size)
        renewal?.pointee.will_auto_renew = 1
    }

    @c @implementation public func iap_store_set_renewal(
        _ store: OpaquePointer?, _ transaction_id: UInt64, _ renewal: UnsafePointer<iap_store_renewal>?,
        _ error: UnsafeMutablePointer<iap_error>?
    ) -> iap_status {
        control(store, error) {
            let result = try $0.setRenewal(ofTransaction: transaction_id, setting(renewal))
            try check(result, transaction_id, product: "auto_renew_product_id")
        }
    }

    private func setting(_ renewal: UnsafePointer<iap_store_renewal>?) throws(IAPError) -> RenewalSetting {
        let given = try Input.options(
            renewal, "renewal", zero: iap_store_renewal(), sizes: [MemoryLayout<iap_store_renewal>.size])
        var setting = RenewalSetting()
        setting.willAutoRenew = given.will_auto_renew != 0
        setting.autoRenewProductID = try Input.optionalText(
            given.auto_renew_product_id, "renewal.auto_renew_product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
        guard (IAP_EXPIRATION_REASON_NONE...IAP_EXPIRATION_REASON_OTHER).contains(given.expiration_reason) else {
            throw IAPError(
                .invalidArgument,
                "renewal.expiration_reason is \(given.expiration_reason), which is no IAP_EXPIRATION_REASON_… value")
        }
        if given.expiration_reason != IAP_EXPIRATION_REASON_NONE {
            setting.expirationReason = RenewalInfo.ExpirationReason(rawValue: Int(given.expiration_reason))
        }
        switch given.price_increase {
        case IAP_PRICE_INCREASE_NONE: setting.priceIncrease = .none
        case IAP_PRICE_INCREASE_PENDING: setting.priceIncrease = .pending
        case IAP_PRICE_INCREASE_AGREED: setting.priceIncrease = .agreed
        default:
            throw IAPError(
                .invalidArgument,
                "renewal.price_increase is \(given.price_increase), which is no IAP_PRICE_INCREASE_… value")
        }
        guard given.grace_period_expiration_date_ms >= 0, given.renewal_price_milliunits >= 0 else {
            throw IAPError(.invalidArgument, "a date or a price of the renewal is negative")
        }
        setting.isInBillingRetry = given.is_in_billing_retry != 0
        if given.grace_period_expiration_date_ms != 0 {
            setting.gracePeriodExpirationDate = given.grace_period_expiration_date_ms
        }
        if given.renewal_price_milliunits != 0 { setting.priceMilliunits = given.renewal_price_milliunits }
        return setting
    }
#endif
