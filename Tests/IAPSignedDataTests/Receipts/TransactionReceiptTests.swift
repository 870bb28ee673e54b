import IAPSignedText
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

struct TransactionReceiptTests {
    private static let information = """
        {
        \t"original-purchase-date-pst" = "2012-04-30 08:05:55 America/Los_Angeles";
        \t"original-transaction-id" = "1000000046178817";
        \t"transaction-id" = "1000000046178818";
        \t"bid" = "com.example.caves";
        }
        """

    private static func receipt(_ information: String) -> String {
        """
        {
        \t"signature" = "Ag==";
        \t"purchase-info" = "\(Base64.encode(Array(information.utf8)))";
        \t"environment" = "Sandbox";
        }
        """
    }

    private func id(_ receipt: String) -> Result<UInt64, Rejection> {
        do throws(Rejection) { return .success(try TransactionReceipt.transactionID(Array(receipt.utf8))) } catch {
            return .failure(error)
        }
    }

    private func reason(_ receipt: String) -> VerifyReason? {
        if case .failure(let rejection) = id(receipt) { rejection.reason } else { nil }
    }

    @Test
    func idIsFoundInTheReceiptAndInItsBase64() {
        let receipt = Self.receipt(Self.information)
        #expect(id(receipt) == .success(1_000_000_046_178_818))
        #expect(id(Base64.encode(Array(receipt.utf8))) == .success(1_000_000_046_178_818))
        #expect(id("\n" + receipt + "\n") == .success(1_000_000_046_178_818))
    }

    @Test(arguments: [
        ("", VerifyReason.malformed), ("{}", .malformed), ("{ \"transaction-id\" = \"\"; }", .wrongType),
        ("{ \"transaction-id\" = \"1x\"; }", .wrongType),
        ("{ \"transaction-id\" = \"18446744073709551616\"; }", .wrongType),
        ("{ \"transaction-id\" = \"1\"; \"transaction-id\" = \"2\"; }", .malformed),
        ("{ \"transaction-id\" = 1; }", .malformed), ("{ transaction-id = \"1\"; }", .malformed),
        ("{ \"transaction-id\" = \"1\" }", .malformed), ("{ \"transaction-id\" = \"1\"; ", .malformed),
        ("{ \"transaction-id\" = \"1\"; } x", .malformed),
        ("{ \"a\" = \"{ \\\"transaction-id\\\" = \\\"1\\\"; }\"; }", .malformed),
    ])
    func purchaseInfoOfAnotherFormIsRefused(information: String, reason: VerifyReason) {
        #expect(self.reason(Self.receipt(information)) == reason)
    }

    @Test(arguments: [
        "", "{", "{}", "{ \"purchase-info\" = \"\"; }", "{ \"purchase-info\" = \"!\"; }", "{ \"other\" = \"e30=\"; }",
        "{ \"purchase-info\" = \"\\", "{ \"purchase-info\" = \"e30=", "0", "e30", "e30=",
    ])
    func textOfAnotherFormIsMalformed(text: String) {
        #expect(reason(text) == .malformed)
    }

    @Test
    func receiptThatEndsEarlyIsMalformed() {
        let receipt = Array(Self.receipt(Self.information).utf8)
        for count in 0..<receipt.count {
            #expect(reason(String(decoding: receipt[..<count], as: UTF8.self)) == .malformed)
        }
    }

    @Test
    func manyTextsAreRefused() {
        let texts = (0..<300).map { "\"\($0)\" = \"\";" }.joined()
        #expect(reason("{\(texts)}") == .malformed)
    }

    @Test
    func appReceiptIsNotATransactionReceipt() throws {
        let der = try TestReceipt(TestChain()).der
        #expect(throws: Rejection.self) { try TransactionReceipt.transactionID(der) }
    }
}
