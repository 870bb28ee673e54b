/// What is known of a habit, and its value in each profile.
struct HabitRow: Sendable {
    var habit: Habit
    var name: String
    var kind: Habit.Kind
    var documented: Int64
    var macOS26: Int64
    var iOS27Simulator: Int64
    var sandbox: Int64
    var production: Int64
    var worst: Int64
    var sentence: String
    var source: String

    private init(
        _ habit: Habit, _ name: String, _ kind: Habit.Kind, _ values: [Int64], _ sentence: String, _ source: String
    ) {
        self.habit = habit
        self.name = name
        self.kind = kind
        (documented, macOS26, iOS27Simulator) = (values[0], values[1], values[2])
        (sandbox, production, worst) = (values[3], values[4], values[5])
        self.sentence = sentence
        self.source = source
    }

    static func of(_ habit: Habit) -> HabitRow { all[Int(habit.rawValue) - 1] }

    /// In the order of the numbers. The values are those of the profiles documented, macOS 26, iOS 27 simulator, sandbox, production
    /// and worst. Nobody has measured sandbox and production with a method that can be repeated.
    static let all: [HabitRow] = [
        HabitRow(
            .listingLag, "listing_lag_ms", .milliseconds, [0, 1000, 0, 500, 500, 5000],
            "What was bought here is not among the current entitlements for so long.",
            "macOS 26.6 with Xcode 27: about 1 s; helium-swift issue 270 on devices; sandbox and production are "
                + "our choice"),
        HabitRow(
            .listingLagReads, "listing_lag_reads", .count, [0, 0, 0, 0, 0, 2],
            "What was bought here is missing from so many reads of the current entitlements.",
            "macOS 26.6: the same lag, counted in reads"),
        HabitRow(
            .statusLag, "status_lag_ms", .milliseconds, [0, 600, 0, 500, 500, 5000],
            "A new subscription has no status for so long.",
            "macOS 26.6 with Xcode 27: about 0.6 s; sandbox and production are our choice"),
        HabitRow(
            .announceBeforeListing, "announce_before_listing_ms", .milliseconds, [0, 500, 0, 500, 500, 5000],
            "A purchase that arrives by itself, as one that a parent approved, is announced so long before it is "
                + "listed.",
            "macOS 26.6 with Xcode 27: about 0.5 s; sandbox and production are our choice"),
        HabitRow(
            .renewalBeforeListing, "renewal_before_listing_ms", .milliseconds, [0, 500, 200, 500, 500, 5000],
            "A renewal is announced so long before it is listed.",
            "macOS 26.6 with Xcode 27: 0.1 to 0.9 s; iOS 27 simulator: within 0.25 s; sandbox and production are "
                + "our choice"),
        HabitRow(
            .refundLag, "refund_lag_ms", .milliseconds, [0, 0, 0, 0, 0, 2000],
            "A refunded purchase stays listed for so long.",
            "macOS 26.6 and the iOS 27 simulator: no lag; a fault to test with"),
        HabitRow(
            .refundRelistFlicker, "refund_relist_flicker", .flag, [0, 0, 0, 0, 0, 1],
            "A refunded non-renewing subscription is listed again for a second, one second after it went.",
            "macOS 26.6 with Xcode 27, once"),
        HabitRow(
            .refundAnnounceLag, "refund_announce_lag_ms", .milliseconds, [0, 0, 0, 0, 0, 5000],
            "A refund is announced so long after it happened.",
            "macOS 26.6 with Xcode 26.6: not within 2 minutes in 2 of 4 runs"),
        HabitRow(
            .announceOwnNonConsumable, "announce_own_nonconsumable", .flag, [0, 0, 0, 0, 0, 1],
            "A non-consumable that was bought here is announced as well, half a second later.",
            "Apple documents that it is not; macOS 26.6 and the simulator agree; a fault to test with"),
        HabitRow(
            .announceOwnSubscription, "announce_own_subscription", .flag, [0, 1, 0, 0, 0, 1],
            "A subscription that was bought here is announced as well, half a second later.",
            "macOS 26.6 with Xcode 27: yes; with Xcode 26.6 and in the simulator: no"),
        HabitRow(
            .repeatAfterFinish, "repeat_after_finish", .count, [0, 0, 0, 2, 2, 6],
            "A purchase that was finished comes so many times again.",
            "Apple developer forum, thread 816320: 2 to 3 times in sandbox and production"),
        HabitRow(
            .repeatAfterFinishDelay, "repeat_after_finish_ms", .milliseconds,
            [15000, 15000, 15000, 15000, 15000, 1000],
            "How long after the finish, and after one another, those repeats come.",
            "Apple developer forum, thread 816320: 10 to 20 s"),
        HabitRow(
            .doubleDelivery, "double_delivery_ms", .milliseconds, [0, 0, 0, 0, 0, 2500],
            "A purchase or renewal is delivered once more so long after the first time; 0 is never.",
            "react-native-iap issue 2713: about 2.5 s apart"),
        HabitRow(
            .resultDelay, "result_delay_ms", .milliseconds, [0, 0, 0, 0, 0, 2000],
            "The result of a purchase takes so long after the player has paid.",
            "flutter issue 171581: 30 to 60 s, through a wrapper; forum thread 750063: until the system's alert "
                + "is closed"),
        HabitRow(
            .updatesCoalesce, "updates_coalesce_ms", .milliseconds, [0, 0, 0, 2000, 2000, 2000],
            "Changes of one transaction within so long come as one update, with the last state.",
            "Apple engineer, developer forum, thread 702242; the time is our choice"),
        HabitRow(
            .launchReplaysUnfinished, "launch_replays_unfinished", .flag, [1, 1, 1, 0, 0, 0],
            "At a launch the updates begin with what is unfinished; 0: only the list of unfinished transactions "
                + "has it.",
            "iOS 26.2 and later by the notes of Unity IAP 5.2.0"),
        HabitRow(
            .unfinishedFlicker, "unfinished_flicker", .flag, [0, 0, 0, 0, 0, 1],
            "A new purchase is missing from the list of unfinished transactions for half a second, and again a "
                + "second later.",
            "macOS 26.6 with Xcode 27"),
        HabitRow(
            .announceWithoutRevocation, "announce_without_revocation", .flag, [0, 0, 0, 0, 0, 1],
            "The end of a family's sharing is announced without a revocation date.",
            "reported and not seen; unconfirmed"),
        HabitRow(
            .staleAfterClear, "stale_after_clear", .flag, [0, 0, 0, 1, 0, 1],
            "After the purchase history is cleared, entitlements stay listed until a restore.",
            "Apple engineer, developer forum, thread 739337: sandbox"),
        HabitRow(
            .finishFailsPercent, "finish_fails_percent", .percent, [0, 0, 0, 0, 0, 10],
            "So many of a hundred finishes do not last: the transaction is unfinished again a second later.",
            "Apple developer forum, thread 692030; Apple's documentation calls it rare"),
        HabitRow(
            .syncUnfinishesLatest, "sync_unfinishes_latest", .flag, [0, 0, 0, 0, 0, 1],
            "After a restore the latest period of each subscription is unfinished again.",
            "Apple developer forum, thread 821622: iOS 26.4 sandbox; unconfirmed"),
        HabitRow(
            .twoIDs, "two_ids", .flag, [0, 0, 0, 0, 0, 1],
            "One purchase comes twice under two transaction ids with the same date and original id.",
            "notes of cordova-plugin-purchase 13.15"),
        HabitRow(
            .cancelledReadsEmpty, "cancelled_reads_empty", .flag, [0, 1, 1, 1, 1, 1],
            "Reads in a cancelled task answer that there is nothing, without an error.",
            "macOS 26.6 with Xcode 27 and the iOS 27 simulator; sandbox and production are our choice"),
        HabitRow(
            .productsEmpty, "products_empty", .flag, [0, 0, 0, 0, 0, 0],
            "Each request for products answers with none, without an error.",
            "simulators of iOS 18.4 and of Xcode 26.4 and later; builds that the store does not know"),
        HabitRow(
            .productsHang, "products_hang", .flag, [0, 0, 0, 0, 0, 0],
            "A request for products never answers.",
            "purchases-ios issue 910: some sandbox accounts"),
        HabitRow(
            .readStall, "read_stall_ms", .milliseconds, [0, 0, 0, 0, 0, 5000],
            "Each read of entitlements, statuses and the app's transaction takes so long.",
            "passepartout issue 1070: up to 3 minutes in production"),
        HabitRow(
            .coldStall, "cold_stall_ms", .milliseconds, [0, 0, 0, 0, 0, 2000],
            "The first call after a launch takes so long.",
            "iOS 27 simulator, once: 3 minutes"),
        HabitRow(
            .storefrontStall, "storefront_stall_ms", .milliseconds, [0, 0, 0, 0, 0, 2000],
            "A read of the storefront takes so long.",
            "purchases-ios issue 4047: simulator"),
        HabitRow(
            .nonGregorianEmpty, "non_gregorian_empty", .flag, [0, 0, 0, 0, 0, 0],
            "The list of the current entitlements is empty, as on a device whose calendar is not the Gregorian "
                + "one.",
            "Apple's release notes: iOS and macOS before 26.5"),
        HabitRow(
            .renewalFlicker, "renewal_flicker_ms", .milliseconds, [0, 700, 300, 700, 700, 5000],
            "At the end of each period the status says expired for so long, although it was renewed.",
            "macOS 26.6 with Xcode 27: up to 0.7 s; iOS 27 simulator: 0.03 to 0.3 s; sandbox and production are "
                + "our choice"),
        HabitRow(
            .renewalFlickerWillRenew, "renewal_flicker_will_renew", .flag, [1, 1, 0, 1, 1, 0],
            "At that moment the status says that it will renew.",
            "macOS 26.6: yes; iOS 27 simulator: no"),
        HabitRow(
            .renewalFlickerWinBack, "renewal_flicker_winback", .flag, [0, 0, 1, 0, 0, 1],
            "At that moment the member is eligible for win-back offers.",
            "iOS 27 simulator"),
        HabitRow(
            .renewalFlickerListingEmpty, "renewal_flicker_listing_empty", .flag, [0, 0, 1, 0, 0, 1],
            "At that moment the subscription is not listed.",
            "iOS 27 simulator: yes; macOS 26.6: once of three times"),
        HabitRow(
            .missedNewestFirst, "missed_order", .choice(["oldest_first", "newest_first"]), [0, 1, 1, 1, 1, 1],
            "The order of the renewals that came while the game was closed.",
            "macOS 26.6 and the iOS 27 simulator: newest first; sandbox and production are our choice"),
        HabitRow(
            .missedIncludesOriginal, "missed_includes_original", .flag, [0, 1, 0, 0, 0, 1],
            "The finished first purchase is among those renewals.",
            "macOS 26.6 with Xcode 27"),
        HabitRow(
            .missedNewestTwice, "missed_newest_twice", .flag, [0, 0, 1, 0, 0, 1],
            "The newest of those renewals comes twice.",
            "iOS 27 simulator"),
        HabitRow(
            .retryListed, "retry_listed", .flag, [0, 0, 1, 0, 0, 1],
            "A subscription in billing retry is listed, and its last transaction is announced.",
            "iOS 27 simulator; macOS 26.6 and Apple's documentation: not listed"),
        HabitRow(
            .postGraceExpired, "post_grace_state", .choice(["retry", "expired"]), [0, 0, 1, 0, 0, 1],
            "The state after a grace period, while billing is tried again.",
            "iOS 27 simulator: expired"),
        HabitRow(
            .graceRetryFlag, "grace_retry_flag", .flag, [1, 1, 1, 1, 0, 0],
            "In a grace period the renewal info says that billing is tried again.",
            "Apple developer forum, thread 749813: not in a notification of production"),
        HabitRow(
            .autoRenewChangeAnnounced, "autorenew_change_announced", .flag, [1, 1, 0, 1, 1, 0],
            "Switching automatic renewal on or off changes the status at once for listeners; 0: with the next "
                + "renewal.",
            "macOS 26.6: yes; iOS 27 simulator: no"),
        HabitRow(
            .upgradedStillListed, "upgraded_still_listed", .flag, [0, 0, 0, 1, 1, 1],
            "After an upgrade the lower level is listed as well, with its flag upgraded.",
            "Apple developer forum, thread 766872, as cited elsewhere: devices; macOS 26.6: not listed"),
        HabitRow(
            .ownedSubscriptionFails, "owned_subscription", .choice(["held", "error"]), [0, 0, 0, 0, 0, 1],
            "What buying the subscription that runs answers: the transaction that is held, or an error.",
            "purchases-ios issue 6357: mostly held, sometimes error 3532"),
        HabitRow(
            .lapseReturnsOld, "lapse_returns_old", .choice(["never", "at_once", "always"]), [0, 1, 2, 0, 0, 2],
            "Buying again after a lapse answers with the old transaction and buys nothing: never, within 2 "
                + "seconds of the lapse, or always.",
            "iOS 27 simulator: always; macOS 26.6: once, the moment after the lapse"),
        HabitRow(
            .unfinishedConsumableReturned, "unfinished_consumable_returned", .flag, [0, 0, 0, 1, 1, 1],
            "Buying a consumable while one is unfinished answers with that one and buys nothing.",
            "purchases-ios issues 1964 and 2086; forum thread 833064, unconfirmed"),
        HabitRow(
            .nonRenewingSecondReturnsFirst, "nonrenewing_second", .choice(["new", "first"]), [0, 0, 1, 0, 0, 1],
            "What buying a non-renewing subscription again answers: a new purchase, or the first one.",
            "iOS 27 simulator: the first one in 2 of 3 runs"),
        HabitRow(
            .returnsPrevious, "returns_previous", .flag, [0, 0, 0, 0, 0, 0],
            "Buying a product answers with the purchase before it; the new one is announced.",
            "flutter issue 169744: sandbox, through a wrapper; unconfirmed as StoreKit's"),
        HabitRow(
            .offerToHolderReturnsHeld, "offer_to_holder_returns_held", .flag, [0, 0, 1, 0, 0, 1],
            "A signed offer to a subscriber answers with the transaction that is held, whatever the signature.",
            "iOS 27 simulator"),
        HabitRow(
            .declinedDelivers, "declined_delivers", .flag, [0, 0, 1, 0, 0, 0],
            "A request that a parent declined is delivered as a purchase.",
            "iOS 27 simulator: a fault of Apple's test tools"),
        HabitRow(
            .interruptedFails, "interrupted_result", .choice(["pending", "unknown"]), [0, 0, 1, 0, 0, 1],
            "How a purchase ends that needs something of the player first: pending, or with an unknown error. It "
                + "may be charged later in either case.",
            "macOS 26.6: pending; iOS 27 simulator: unknown"),
        HabitRow(
            .askMerges, "ask_merges", .flag, [0, 1, 1, 1, 1, 1],
            "Equal requests to ask a parent are one, which the last one keeps alive.",
            "Apple engineer, developer forum, thread 706277"),
        HabitRow(
            .noSceneError, "no_scene_error", .choice(["documented", "unknown", "userCancelled"]), [0, 0, 1, 1, 1, 2],
            "The error of a purchase that has no scene to show its sheet.",
            "iOS 18.2 and later: unknown in purchases-ios issue 4611, userCancelled in AdaptySDK-iOS issue 105"),
        HabitRow(
            .syncOfflineCancelled, "sync_offline_error", .choice(["network", "userCancelled"]), [0, 1, 1, 1, 1, 1],
            "The error of a restore without a network.",
            "Apple developer forum, thread 692177: Xcode, TestFlight and production"),
        HabitRow(
            .cancelIsThrown, "cancel_form", .choice(["result", "thrown"]), [0, 0, 0, 0, 0, 1],
            "How a cancelled purchase is told: as a result, or as a thrown error.",
            "Apple's interface has both"),
        HabitRow(
            .receiptHasPurchases, "receipt_has_purchases", .choice(["at_once", "after_refresh"]), [1, 1, 1, 1, 1, 1],
            "When a purchase is in the app receipt of the device.",
            "Apple's documentation of the receipt; purchases-ios issue 2415"),
        HabitRow(
            .introMemory, "intro_sticky", .choice(["fresh", "sticky", "random"]), [0, 1, 1, 1, 1, 2],
            "What the eligibility for introductory offers says: the truth, the first answer of the launch, or "
                + "either.",
            "macOS 26.6 and the iOS 27 simulator: sticky; macOS with Xcode 26.6: once of four times not"),
        HabitRow(
            .introTrueWithoutOffer, "intro_true_without_offer", .flag, [1, 1, 1, 1, 1, 1],
            "An account that never subscribed is eligible in a group without an introductory offer, too.",
            "Apple's documentation"),
        HabitRow(
            .badOverrideFullPrice, "bad_override", .choice(["throws", "full_price"]), [1, 1, 1, 1, 1, 0],
            "What an introductory offer with a bad signature does: it fails, or the full price is charged "
                + "silently.",
            "macOS 26.6 with Xcode 27: the full price; Apple's documentation does not say"),
        HabitRow(
            .badPromoUnknown, "bad_promo_error", .choice(["invalidOfferSignature", "unknown"]), [0, 1, 0, 0, 0, 1],
            "The error of a promotional offer with a bad signature.",
            "macOS 26.6 with Xcode 27: unknown"),
        HabitRow(
            .winBackAtOnce, "winback_at_once", .flag, [0, 1, 1, 0, 0, 1],
            "Win-back offers are eligible the moment a subscription lapses, whatever the offer's conditions are.",
            "macOS 26.6 and the iOS 27 simulator in Xcode's test environment"),
        HabitRow(
            .intentDelivered, "intent_delivered", .flag, [1, 0, 0, 1, 1, 1],
            "A purchase that was begun in the App Store reaches the game.",
            "Xcode's test environment: never"),
    ]
}
