import IAPModel
import Testing

/// The numbers equal those in the public header. A compiled game contains them.
struct IAPErrorTests {
    static let statuses: [(IAPError.Status, Int32)] = [
        (.invalidArgument, -1), (.invalidQuantity, -257), (.invalidText, -513), (.invalidStructSize, -769),
        (.tooLarge, -1025), (.invalidStoreFile, -1281), (.invalidAnchor, -1537), (.misuse, -2), (.closed, -258),
        (.reentrant, -514),
        (.wrongThread, -770), (.invalidState, -1026), (.versionMismatch, -1282), (.busy, -1538), (.notFound, -3),
        (.cancelled, -4), (.notAllowed, -5), (.notEligible, -261), (.productUnavailable, -6), (.notInStorefront, -262),
        (.network, -7),
        (.store, -8), (.notEntitled, -264), (.duplicateRequest, -520), (.verification, -9), (.storage, -10),
        (.storageFull, -266),
        (.storageNewer, -522), (.storageForeign, -778), (.unsupported, -11), (.offer, -12),
        (.ineligibleForOffer, -268), (.invalidOfferIdentifier, -524), (.invalidOfferPrice, -780),
        (.invalidOfferSignature, -1036), (.missingOfferParameters, -1292), (.internalFailure, -13),
    ]

    @Test(arguments: statuses.indices) func statusHasTheNumberOfTheHeader(index: Int) {
        let (status, number) = Self.statuses[index]
        #expect(status.rawValue == number)
        #expect(IAPError.Status(rawValue: number) == status)
        // This is IAP_STATUS_CATEGORY of the header.
        #expect(status.category.rawValue == (-number) & 0xFF)
    }

    @Test func noTwoStatusesShareANumber() {
        #expect(Set(Self.statuses.map(\.1)).count == Self.statuses.count)
    }

    @Test(arguments: IAPError.Category.allCases) func categoryIsTheLowByte(category: IAPError.Category) {
        for detail in [0, 1, 2, 255] as [Int32] {
            #expect(IAPError.Status(category, detail: detail).category == category)
        }
    }

    @Test(arguments: [0, 1, 257, -14, -255, -256, .min + 1, .max] as [Int32])
    func statusOfNoKnownCategoryIsInternalAndNoCrash(number: Int32) {
        let known = IAPError.Category(rawValue: -number & 0xFF)
        #expect(IAPError.Status(rawValue: number).category == known ?? .internalFailure)
    }

    @Test func errorIsTheLibrarysOwnUnlessItSaysOtherwise() {
        let error = IAPError(.network, "the device is offline")
        #expect(!error.isRetryable && error.storeDomain.isEmpty && error.storeCode == 0)
    }
}
