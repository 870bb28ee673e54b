import IAPModel
import Testing

@testable import IAPReferenceStore

/// Names in the log never change, even if the code renames things. Other versions replay the logs.
struct LogTextTests {
    static let requests = [
        #""open":{}"#, #""forgetToldMessages":{}"#, #""signIn":{"account":"anna"}"#, #""signOut":{}"#,
        #"""
        "setNetwork":{"network":{"isDown":true,"latency":1,"neverAnswers":false,"requestsPerMinute":2,"timeout":3}}
        """#,
        #""setUpdates":{"order":3}"#, #""count":{"limit":5}"#,
        #""purchase":{"options":{"quantity":1,"simulatesAskToBuy":false},"productID":"com.example/coins"}"#,
        #"""
        "purchase":{"options":{"advancedCommerceJWS":"d.e.f","appAccountToken":"9b2c5d4e-0000-4000-8000-0000000000ab",\#
        "billingPlanType":"MONTHLY","introductoryOfferJWS":"a.b.c","promotionalOffer":{"offerID":"a/b","proof":\#
        {"signature":{"keyID":"K","nonce":"n","signature":[0,255],"timestamp":-1}}},"quantity":3,"seats":2,\#
        "simulatesAskToBuy":true,"winBackOfferID":"win \"back\""},"productID":"gems"}
        """#,
        #"""
        "purchase":{"options":{"promotionalOffer":{"offerID":"o","proof":{"jws":{"_0":"x.y.z"}}},"quantity":1,\#
        "simulatesAskToBuy":false},"productID":"gems"}
        """#,
        #"""
        "goOn":{"options":{"quantity":1,"simulatesAskToBuy":false},"productID":"gems","word":\#
        {"advancedCommerceInfo":"{}","allowsIntroductoryOffer":true,"refusal":{"detail":"d","kind":"invalidRequest"}}}
        """#,
        #"""
        "refuseStorefront":{"countryCode":"DEU","options":{"quantity":1,"simulatesAskToBuy":false},"productID":"gems",\#
        "word":{}}
        """#,
        #""finish":{"id":9223372036854775808}"#, #""restore":{}"#, #""announce":{"id":1}"#, #""register":{}"#,
        #""hear":{"number":7}"#, #""sendIntent":{"offerID":"o","productID":"p"}"#, #""sendIntent":{"productID":"p"}"#,
        #""sendMessage":{"reason":"priceIncreaseConsent"}"#, #""takeIntent":{}"#, #""takeMessage":{}"#,
        #""showRefundSheet":{"transactionID":1}"#, #""showManageSubscriptions":{"groupID":"g"}"#,
        #""showOfferCodeSheet":{}"#, #""showMessage":{"number":1}"#, #""requestReview":{}"#,
        #""showNotice":{"feature":1}"#, #""showExternalPurchaseNotice":{}"#, #""takeCustomLinkToken":{"type":"t"}"#,
        #""takeAppTransaction":{"isRefresh":true}"#, #""takeReceipt":{"isRefresh":false}"#,
        #""setPromotionOrder":{"ids":["a","b"]}"#, #""setPromotionVisibility":{"productID":"p","visibility":2}"#,
    ]

    static let controls = [
        #""order":{"outcome":"cancel"}"#, #""order":{"outcome":"lose silence"}"#, #""order":{"outcome":"lose error"}"#,
        #""order":{"outcome":"networkError"}"#, #""setAskToBuy":{"isEnabled":true}"#,
        #""setPaymentsAllowed":{"areAllowed":true}"#, #""charge":{"id":1,"kind":"approval"}"#,
        #""charge":{"id":1,"kind":"interrupted"}"#, #""charge":{"id":1,"kind":"failed"}"#, #""decline":{"id":1}"#,
        #""refund":{"id":1,"kind":"full","reason":1}"#, #""refund":{"id":1,"kind":"prorated","reason":1}"#,
        #""refund":{"id":1,"kind":"nothing","reason":1}"#,
        #"""
        "buyOutside":{"account":"anna","purchase":{"appAccountToken":"t","billingPlanType":"MONTHLY",\#
        "offer":{"id":"o","type":3},"productID":"p","quantity":2}}
        """#,
        #""answerNext":{"answer":{"detail":"later","isAccepted":true},"sheet":1}"#,
        #""setStorefront":{"countryCode":"DEU","locale":"de_DE"}"#, #""moveDuringNextPurchase":{"countryCode":"DEU"}"#,
        #""setSimulatedError":{"api":1,"failure":"unknown"}"#, #""setFeature":{"feature":1,"isSupported":true}"#,
        #""open":{"rate":15}"#, #""advanceClock":{"milliseconds":1}"#, #""setTimeRate":{"rate":0}"#,
        #""setClock":{"time":1}"#,
        #""controlSubscription":{"control":{"setAutoRenewal":{"isOn":true}},"transactionID":1}"#,
        #""controlSubscription":{"control":{"resolveBillingIssue":{}},"transactionID":1}"#,
        #"""
        "controlSubscription":{"control":{"increasePrice":{"milliunits":1,"needsConsent":true}},"transactionID":1}
        """#,
        #""controlSubscription":{"control":{"consentToPriceIncrease":{}},"transactionID":1}"#,
        #""controlSubscription":{"control":{"declinePriceIncrease":{}},"transactionID":1}"#,
        #""controlSubscription":{"control":{"expire":{}},"transactionID":1}"#,
        #""controlSubscription":{"control":{"forceRenewal":{}},"transactionID":1}"#,
        #""changeSubscription":{"plan":"BILLED_UPFRONT","productID":"p","transactionID":1}"#,
        #"""
        "setRenewal":{"setting":{"autoRenewProductID":"p","expirationReason":3,"gracePeriodExpirationDate":1,\#
        "isInBillingRetry":true,"priceIncrease":"agreed","priceMilliunits":2,"willAutoRenew":false},"transactionID":1}
        """#,
        #"""
        "setRenewal":{"setting":{"isInBillingRetry":true,"priceIncrease":"none","willAutoRenew":false},"transactionID":1}
        """#,
        #"""
        "setRenewal":{"setting":{"isInBillingRetry":true,"priceIncrease":"pending","willAutoRenew":false},"transactionID":1}
        """#,
        #""setBillingRetryOnRenewal":{"isEnabled":true}"#, #""setGracePeriod":{"policy":16}"#, #""setGracePeriod":{}"#,
        #""setRenewalLimit":{"limit":3}"#, #""setOnSale":{"isOnSale":false,"productID":"p"}"#,
        #""setFamily":{"account":"anna","family":"f"}"#, #""setSharing":{"account":"anna","isSharing":true}"#,
        #""repeatUpdate":{"id":1}"#, #""copyTransaction":{"id":1}"#, #""restart":{}"#, #""deleteTransaction":{"id":1}"#,
        #""clearTransactions":{}"#, #""resetToDefaultState":{}"#, #""setDialogsDisabled":{"areDisabled":true}"#,
        #""setAllNonRenewingEntitlements":{"isEnabled":true}"#,
        #""setInterruption":{"interruption":1}"#, #""setPurchaseFailure":{"failure":"invalidOfferPrice"}"#,
        #""setLocaleDuringNextPurchase":{"locale":"de_DE"}"#, #""setForgery":{"forgery":21}"#,
        #""takeRequestNumber":{}"#,
        #""addServerKey":{"key":{"id":"K","issuerID":"i","key":"AAAA"}}"#,
    ]

    private func expectIsKept(_ line: String) throws {
        #expect(try KeptJSON.text(KeptJSON.value(LogEntry.self, of: line)) == line)
    }

    @Test(arguments: requests) func requestIsWrittenByTheseNames(request: String) throws {
        try expectIsKept(#"{"account":"","at":-5,"device":"iPhone \"1\"","owner":"bob\n","request":{\#(request)}}"#)
        try expectIsKept(#"{"account":"anna","at":5,"device":"phone","request":{\#(request)}}"#)
    }

    @Test(arguments: controls) func controlIsWrittenByTheseNames(control: String) throws {
        try expectIsKept(#"{"at":5,"control":{\#(control)}}"#)
    }

    @Test func nothingButTimeIsALineToo() throws { try expectIsKept(#"{"at":9}"#) }

    @Test(arguments: [nil, "http://localhost/ocsp"]) func beginningIsWrittenByTheseNames(ocspURL: String?) throws {
        var options = ReferenceStore.Options()
        options.bundleID = "com.example.\"quoted\"/\u{1F3AE}"
        options.ocspURL = ocspURL
        options.seed = 7
        options.clock = .virtual(start: -1)
        let beginning = try LogBeginning(Catalogue(TestStore.catalogue), options, machineTime: 5)
        let line = try KeptJSON.text(beginning)
        #expect(try KeptJSON.value(LogBeginning.self, of: line) == beginning)
        let url = ocspURL.map { #""ocspURL":"\#($0)","# } ?? ""
        #expect(line.contains(#","log":1,\#(url)"seed":""#) && line.hasSuffix(#"","start":-1}"#))
    }

    @Test(
        "A line with a repeated name, too deep nesting or an unknown command is rejected",
        arguments: [
            #"{"at":1,"at":2}"#, #"{"at":1,"control":{"explode":{}}}"#, #"{"at":1,"control":{"refund":{"id":1}}}"#,
            #"{"at":1,"control":{"setRenewal":{"setting":{"isInBillingRetry":true,"priceIncrease":"x","willAutoRenew":false}}}}"#,
            #"{"at":"1"}"#, #"{"control":{"restart":{}}}"#, "", "{", "{}",
            #"{"at":1,"x":"# + String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000) + "}",
        ])
    func otherLinesAreRefused(line: String) {
        #expect(throws: (any Error).self) { try KeptJSON.value(LogEntry.self, of: line) }
    }
}
