package import IAPSignedText

extension SignedDataVerifier {
    /// Checks an app receipt. It never checks revocation, even if the options require it: a receipt lasts longer than
    /// its certificates.
    ///
    /// - Parameter bytes: The receipt itself, or its Base64.
    package func checkReceipt(_ bytes: [UInt8]) throws(Rejection) -> AppReceipt {
        let receipts = ReceiptVerifier(
            roots: verifier.trustStore, bundleID: options.bundleID, environments: options.environments, now: options.now
        )
        return try receipts.verify(bytes)
    }
}
