/// Checks requests as the App Store does.
extension AppServerKey {
    /// How long a signed offer is valid, in milliseconds.
    package static let validity: Int64 = 86_400_000
    /// How far the clock of a server may be ahead.
    package static let tolerance: Int64 = 60_000

    /// Checks a request that a server has signed. The caller must check whether a nonce was used before.
    ///
    /// - Parameters:
    ///   - expected: Its kind, and each value that is not nil, must be what was signed. The older form has all values.
    ///     The allowed content and the lifetime of a token are not compared.
    ///   - now: In milliseconds since 1970.
    package func check(
        _ text: String, for expected: ServerRequest, at now: Int64
    ) throws(Rejection) -> ServerSignature {
        guard expected.kind != .promotionalOffer else { return try checkOlderForm(text, for: expected, at: now) }
        let claims = try claims(of: text)
        let requestJSON = expected.kind == .advancedCommerceJWS ? try claims.requestJSON() : nil
        guard claims.issuer.isExactly(issuerID) else {
            throw Rejection(.otherIssuer, "the claim iss is \(claims.issuer.quoted), not \(issuerID.quoted)")
        }
        guard claims.bundleID.isExactly(bundleID) else {
            throw Rejection(.otherApp, "the claim bid is \(claims.bundleID.quoted), not \(bundleID)")
        }
        guard claims.audience.isExactly(expected.kind.audience) else {
            throw Rejection(
                .otherAudience, "the claim aud is \(claims.audience.quoted), not \(expected.kind.audience.quoted)")
        }
        try checkTimes(claims, expected.kind, at: now)
        if expected.kind != .apiToken { try checkNonce(claims) }
        try checkPresence(claims, expected.kind)
        let signature = ServerSignature(expected.kind, text: text, claims, requestJSON: requestJSON)
        try compare(signature, with: expected)
        return signature
    }

    private func checkOlderForm(
        _ text: String, for expected: ServerRequest, at now: Int64
    ) throws(Rejection) -> ServerSignature {
        guard text.utf8.count <= CompactJWS.maximumLength else {
            throw Rejection(.tooLarge, "the text is longer than \(CompactJWS.maximumLength) bytes")
        }
        guard let bytes = Base64.decode(text), !bytes.isEmpty else {
            throw Rejection(.malformed, "the text is not the Base64 of a signature")
        }
        let (nonce, timestamp) = (expected.nonce?.lowercased() ?? "", expected.timestamp ?? 0)
        guard offerPayload(expected, nonce: nonce, timestamp: timestamp).isSigned(bytes, by: verifyingKey) else {
            throw Rejection(
                .invalidSignature, "the signature does not match the key \(id) and this offer, player, nonce and time")
        }
        try checkAge(timestamp, at: now)
        var signature = ServerSignature(.promotionalOffer, text: text)
        (signature.nonce, signature.timestamp) = (nonce, timestamp)
        (signature.productID, signature.offerID) = (expected.productID, expected.offerID)
        return signature
    }

    // MARK: Times

    private func checkTimes(
        _ claims: RequestClaims, _ kind: ServerRequest.Kind, at now: Int64
    ) throws(Rejection) {
        if let date = claims.expiresAt, date <= now {
            throw Rejection(.outOfTime, "it expired at \(date) ms")
        }
        guard kind == .apiToken else {
            guard let date = claims.issuedAt else { throw Rejection(.outOfTime, "the claim iat is missing") }
            return try checkAge(date, at: now)
        }
        guard let end = claims.expiresAt else { throw Rejection(.outOfTime, "the claim exp is missing") }
        if let date = claims.issuedAt { try checkIsPast(date, at: now) }
        // Without a time of issue, the latest possible time counts.
        let beginning = claims.issuedAt ?? now.addingClamped(Self.tolerance)
        guard end.subtractingClamped(beginning) <= ServerRequest.longestLifetime * 1000 else {
            throw Rejection(.outOfTime, "its lifetime is longer than \(ServerRequest.longestLifetime) seconds")
        }
    }

    private func checkAge(_ date: Int64, at now: Int64) throws(Rejection) {
        try checkIsPast(date, at: now)
        guard now.subtractingClamped(date) <= Self.validity else {
            throw Rejection(.outOfTime, "it was signed at \(date) ms, more than 24 hours ago")
        }
    }

    private func checkIsPast(_ date: Int64, at now: Int64) throws(Rejection) {
        guard date.subtractingClamped(now) <= Self.tolerance else {
            throw Rejection(.outOfTime, "it was signed at \(date) ms, in the future")
        }
    }

    // MARK: Claims

    private func checkNonce(_ claims: RequestClaims) throws(Rejection) {
        guard let nonce = claims.nonce else { throw Rejection(.otherClaim, "the claim nonce is missing") }
        guard UUIDText.isUUID(nonce) else { throw Rejection(.wrongType, "the claim nonce is not a UUID") }
    }

    private func checkPresence(_ claims: RequestClaims, _ kind: ServerRequest.Kind) throws(Rejection) {
        let needed: [(name: String, isPresent: Bool)] =
            switch kind {
            case .promotionalOffer, .apiToken: []
            case .promotionalOfferJWS:
                [("productId", claims.productID != nil), ("offerIdentifier", claims.offerID != nil)]
            case .introductoryOfferJWS:
                [
                    ("productId", claims.productID != nil), ("transactionId", claims.transactionID != nil),
                    ("allowIntroductoryOffer", claims.allowsIntroductoryOffer != nil),
                ]
            case .advancedCommerceJWS: [("request", claims.request != nil)]
            }
        for claim in needed where !claim.isPresent {
            throw Rejection(.otherClaim, "the claim \(claim.name) is missing")
        }
    }

    private func compare(_ signature: ServerSignature, with expected: ServerRequest) throws(Rejection) {
        let texts: [(name: String, signed: String?, expected: String?)] = [
            ("productId", signature.productID, expected.productID),
            ("offerIdentifier", signature.offerID, expected.offerID),
            ("transactionId", signature.transactionID, expected.transactionID),
            ("nonce", signature.nonce, expected.nonce?.lowercased()),
            ("request", signature.requestJSON, expected.requestJSON),
        ]
        for text in texts where text.expected != nil && !text.signed.isExactly(text.expected) {
            throw Rejection(
                .otherClaim, "the claim \(text.name) is \(text.signed.quoted), not \(text.expected.quoted)")
        }
        guard let timestamp = expected.timestamp else { return }
        guard let signed = signature.timestamp, signed / 1000 == timestamp / 1000 else {
            throw Rejection(.otherClaim, "the claim iat is not \(timestamp / 1000)")
        }
    }
}

extension String? {
    /// Compares bytes, because texts of other characters can be equal.
    fileprivate func isExactly(_ other: String?) -> Bool {
        guard let self, let other else { return false }
        return self.utf8.elementsEqual(other.utf8)
    }

    fileprivate var quoted: String { self.map { "\"\($0.prefix(60))\"" } ?? "missing" }
}

extension Int64 {
    fileprivate func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, isOverflow) = subtractingReportingOverflow(other)
        return isOverflow ? (self < 0 ? .min : .max) : difference
    }

    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let (sum, isOverflow) = addingReportingOverflow(other)
        return isOverflow ? .max : sum
    }
}
