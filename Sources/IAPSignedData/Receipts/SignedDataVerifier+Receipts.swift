package import IAPSignedText

extension SignedDataVerifier {
    /// Checks an app receipt. Revocation is not checked, whatever the options say: a receipt lasts longer than the certificates with
    /// which it was made.
    ///
    /// - Parameter bytes: The receipt as it is, or in Base64.
    package func checkReceipt(_ bytes: [UInt8]) throws(Rejection) -> AppReceipt {
        let receipts = ReceiptVerifier(
            roots: verifier.trustStore, bundleID: options.bundleID, environments: options.environments, now: options.now
        )
        return try receipts.verify(bytes)
    }
}
