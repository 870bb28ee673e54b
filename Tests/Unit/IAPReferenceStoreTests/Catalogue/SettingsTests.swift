import Testing

@testable import IAPReferenceStore

@Suite struct SettingsTests {
    private func settings(_ members: String) throws -> (CatalogueSettings, warnings: [String]) {
        let catalogue = try Catalogue(#"{"version": {"major": 4}, "settings": {\#(members)}}"#)
        return (catalogue.settings, catalogue.warnings)
    }

    @Test(arguments: ["", #""_locale": null, "_storefront": "", "_timeRate": null, "_askToBuyEnabled": null"#])
    func missingSettingsHaveXcodesDefaults(members: String) throws {
        let (settings, warnings) = try settings(members)
        #expect(settings == CatalogueSettings())
        #expect(settings.locale == "en_US")
        #expect(settings.storefront == "USA")
        #expect(settings.timeRate == .realTime)
        #expect(warnings == [])
    }

    static let switches: [(String, @Sendable (CatalogueSettings) -> Bool)] = [
        ("_askToBuyEnabled", { $0.isAskToBuyEnabled }),
        ("_billingIssuesEnabled", { $0.isInterruptedPurchasesEnabled }),
        ("_renewalBillingIssuesEnabled", { $0.isBillingRetryOnRenewalEnabled }),
        ("_billingGracePeriodEnabled", { $0.isBillingGracePeriodEnabled }),
        ("_disableDialogs", { $0.isDisableDialogs }),
        ("_failTransactionsEnabled", { $0.isFailTransactionsEnabled }),
    ]

    @Test(arguments: switches.indices) func eachSwitchIsItsOwn(index: Int) throws {
        let (settings, _) = try settings(#""\#(Self.switches[index].0)": true"#)
        #expect(Self.switches.map { $0.1(settings) } == Self.switches.indices.map { $0 == index })
    }

    @Test(arguments: TimeRate.allCases) func aTimeRateIsItsRawValue(rate: TimeRate) throws {
        let (settings, warnings) = try settings(#""_timeRate": \#(rate.rawValue)"#)
        #expect(settings.timeRate == rate)
        #expect(warnings == [])
    }

    @Test(arguments: [-1, 7, 9, 14, 16, 999, 1006, 2_000_000_000]) func anUnknownTimeRateIsRealTime(raw: Int) throws {
        let (settings, warnings) = try settings(#""_timeRate": \#(raw)"#)
        #expect(settings.timeRate == .realTime)
        #expect(warnings == ["settings._timeRate: unknown rate \(raw); the store uses real time"])
    }

    @Test(arguments: ["US", "usa", "XXX", "United States"]) func anUnknownStorefrontIsUSA(text: String) throws {
        let (settings, warnings) = try settings(#""_storefront": "\#(text)""#)
        #expect(settings.storefront == "USA")
        #expect(warnings.count == 1)
    }

    @Test func simulatedFailuresNameStoreKitsErrors() throws {
        let settings = try Catalogue.load(path: TestFile.oddity("storekit-errors")).settings
        #expect(
            settings.simulatedFailures == [
                SimulatedFailure(api: .loadProducts, isEnabled: true, kind: .networkError),
                SimulatedFailure(
                    api: .purchase, isEnabled: false, kind: .productUnavailable),
                SimulatedFailure(
                    api: .verification, isEnabled: false, kind: .revokedCertificate),
                SimulatedFailure(api: .manageSubscriptions, isEnabled: false, kind: .unknown),
                SimulatedFailure(
                    api: .refundRequest, isEnabled: true, kind: .duplicateRefundRequest),
                SimulatedFailure(api: .appTransaction, isEnabled: true, kind: .unknown),
                SimulatedFailure(api: .offerCodeRedemption, isEnabled: true, kind: .unknown),
            ])
    }

    @Test func theFirstOfTwoFailuresForOneAPIIsUsed() throws {
        let (settings, warnings) = try settings(
            #""_storeKitErrors": [{"name": "Purchase", "enabled": true}, {"name": "Purchase", "enabled": false}]"#)
        #expect(settings.simulatedFailures == [SimulatedFailure(api: .purchase, isEnabled: true, kind: .unknown)])
        #expect(warnings.count == 1)
    }

    @Test func theOldFailureIsANumber() throws {
        let settings = try Catalogue.load(path: TestFile.oddity("storekit-error-number")).settings
        #expect(settings.isFailTransactionsEnabled)
        #expect(settings.failTransactionsCode == 12)
    }

    @Test func theStateOfSynchronizationIsIgnored() throws {
        let (_, warnings) = try settings(
            #""_applicationInternalID": 7, "_developerTeamID": "", "_lastSynchronizedDate": "yesterday""#)
        #expect(warnings == [])
    }
}
