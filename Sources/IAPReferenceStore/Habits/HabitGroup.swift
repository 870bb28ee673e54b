/// The subject of a habit. The raw values are the words of the admin API.
package enum HabitGroup: String, Sendable, Hashable, CaseIterable {
    case listing
    case empty
    case renewal
    case change
    case purchase
    case offer

    /// The heading of the group.
    package var title: String {
        switch self {
        case .listing: "Listing and announcing"
        case .empty: "Cancelled tasks, empty answers, stalls"
        case .renewal: "Renewal, retry, grace"
        case .change: "Plan changes and buying again"
        case .purchase: "Purchase outcomes"
        case .offer: "Offers"
        }
    }
}

extension Habit {
    package var group: HabitGroup {
        switch self {
        case .listingLag, .listingLagReads, .statusLag, .announceBeforeListing, .renewalBeforeListing, .refundLag,
            .refundRelistFlicker, .refundAnnounceLag, .announceOwnNonConsumable, .announceOwnSubscription,
            .repeatAfterFinish, .repeatAfterFinishDelay, .doubleDelivery, .resultDelay, .updatesCoalesce,
            .launchReplaysUnfinished, .unfinishedFlicker, .announceWithoutRevocation, .staleAfterClear,
            .finishFailsPercent, .syncUnfinishesLatest, .twoIDs, .storefrontOnSubscribing:
            .listing
        case .cancelledReadsEmpty, .productsEmpty, .productsHang, .readStall, .coldStall, .storefrontStall,
            .nonGregorianEmpty, .listsEmpty, .latestEmpty:
            .empty
        case .renewalFlicker, .renewalFlickerWillRenew, .renewalFlickerWinBack, .renewalFlickerListingEmpty,
            .missedNewestFirst, .missedIncludesOriginal, .missedNewestTwice, .retryListed, .postGraceExpired,
            .graceRetryFlag, .autoRenewChangeAnnounced:
            .renewal
        case .upgradedStillListed, .ownedSubscriptionFails, .lapseReturnsOld, .unfinishedConsumableReturned,
            .nonRenewingSecondReturnsFirst, .returnsPrevious, .offerToHolderReturnsHeld:
            .change
        case .declinedDelivers, .interruptedFails, .askMerges, .noSceneError, .syncOfflineCancelled, .cancelIsThrown,
            .receiptHasPurchases, .cancelCharges:
            .purchase
        case .introMemory, .introTrueWithoutOffer, .badOverrideFullPrice, .badPromoUnknown, .winBackAtOnce,
            .intentDelivered:
            .offer
        }
    }
}
