import Foundation
import IAPSignatures
import Testing

@testable import IAPReferenceStore

/// The form of `verifyReceipt` responses.
struct VerifyReceiptFormTests {
    /// Each field has the App Store's type: text or number.
    @Test func fieldsHaveTheAppStoresTypes() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        _ = try device.buy("month")
        let text = Base64.encode(try device.app.receipt(isRefresh: true))
        let request = VerifyReceiptRequest(body: Array("{\"receipt-data\":\"\(text)\"}".utf8))
        let data = Data(try store.receipts.response(to: request).utf8)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "status", "environment", "receipt", "latest_receipt", "latest_receipt_info", "pending_renewal_info",
            ])
        let receipt = try #require(object["receipt"] as? [String: Any])
        #expect(
            Set(receipt.keys) == [
                "receipt_type", "adam_id", "app_item_id", "bundle_id", "application_version", "download_id",
                "version_external_identifier", "receipt_creation_date", "receipt_creation_date_ms",
                "receipt_creation_date_pst", "request_date", "request_date_ms", "request_date_pst",
                "original_purchase_date", "original_purchase_date_ms", "original_purchase_date_pst",
                "original_application_version", "in_app",
            ])
        #expect(receipt["adam_id"] as? Int == 0)
        #expect(receipt["receipt_creation_date"] as? String == "2026-06-15 12:00:00 Etc/GMT")
        #expect(receipt["receipt_creation_date_ms"] as? String == "1781524800000")
        #expect(receipt["receipt_creation_date_pst"] as? String == "2026-06-15 05:00:00 America/Los_Angeles")
        let purchase = try #require((receipt["in_app"] as? [[String: Any]])?.first)
        for (name, value) in purchase { #expect(value is String, "\(name)") }
        #expect(
            Set(purchase.keys) == [
                "quantity", "product_id", "transaction_id", "original_transaction_id", "purchase_date",
                "purchase_date_ms", "purchase_date_pst", "original_purchase_date", "original_purchase_date_ms",
                "original_purchase_date_pst", "expires_date", "expires_date_ms", "expires_date_pst",
                "web_order_line_item_id", "is_trial_period", "is_in_intro_offer_period",
            ])
        let renewal = try #require((object["pending_renewal_info"] as? [[String: Any]])?.first)
        #expect(
            Set(renewal.keys) == [
                "auto_renew_product_id", "product_id", "original_transaction_id", "auto_renew_status",
            ])
    }

    @Test(
        arguments: [
            (1_595_439_548_000, "2020-07-22 17:39:08 Etc/GMT", "2020-07-22 10:39:08 America/Los_Angeles"),
            (1_375_340_400_000, "2013-08-01 07:00:00 Etc/GMT", "2013-08-01 00:00:00 America/Los_Angeles"),
            // Times around the two changes of daylight saving time.
            (1_583_661_599_000, "2020-03-08 09:59:59 Etc/GMT", "2020-03-08 01:59:59 America/Los_Angeles"),
            (1_583_661_600_000, "2020-03-08 10:00:00 Etc/GMT", "2020-03-08 03:00:00 America/Los_Angeles"),
            (1_604_221_199_000, "2020-11-01 08:59:59 Etc/GMT", "2020-11-01 01:59:59 America/Los_Angeles"),
            (1_604_221_200_000, "2020-11-01 09:00:00 Etc/GMT", "2020-11-01 01:00:00 America/Los_Angeles"),
        ] as [(Int64, String, String)])
    func dateHasTheTextsOfTheAppStore(milliseconds: Int64, greenwich: String, pacific: String) throws {
        let date = try #require(VerifyReceiptDate(milliseconds))
        #expect(date.greenwich == greenwich && date.pacific == pacific)
    }
}
