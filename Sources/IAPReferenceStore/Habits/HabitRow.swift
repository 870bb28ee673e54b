/// The description of a habit: its name, its value in each profile, one or two sentences, and its source.
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

    /// All habits in the order of their numbers. The values of each row belong to the profiles documented, macOS 26, iOS 27
    /// simulator, sandbox, production and worst, in this order. Nobody has measured sandbox and production with a repeatable
    /// method.
    static let all: [HabitRow] = [
        HabitRow(
            .listingLag, "listing_lag_ms", .milliseconds, [0, 1000, 0, 500, 500, 5000],
            "A purchase made on this device is missing from the current entitlements for this long.",
            "macOS 26.6 with Xcode 27: about 1 s; helium-swift issue 270 on devices; sandbox and production are our "
                + "choice"),
        HabitRow(
            .listingLagReads, "listing_lag_reads", .count, [0, 0, 0, 0, 0, 2],
            "A purchase made on this device is missing from this many reads of the current entitlements.",
            "macOS 26.6: the same lag, counted in reads"),
        HabitRow(
            .statusLag, "status_lag_ms", .milliseconds, [0, 600, 0, 500, 500, 5000],
            "A new subscription has no status for this long.",
            "macOS 26.6 with Xcode 27: about 0.6 s; sandbox and production are our choice"),
        HabitRow(
            .announceBeforeListing, "announce_before_listing_ms", .milliseconds, [0, 500, 0, 500, 500, 5000],
            "A purchase that arrives as an update, such as one that a parent approved, enters the current "
                + "entitlements this much later.",
            "macOS 26.6 with Xcode 27: about 0.5 s; sandbox and production are our choice"),
        HabitRow(
            .renewalBeforeListing, "renewal_before_listing_ms", .milliseconds, [0, 500, 200, 500, 500, 5000],
            "A renewal enters the current entitlements this long after its update.",
            "macOS 26.6 with Xcode 27: 0.1 to 0.9 s; iOS 27 simulator: within 0.25 s; sandbox and production are "
                + "our choice"),
        HabitRow(
            .refundLag, "refund_lag_ms", .milliseconds, [0, 0, 0, 0, 0, 2000],
            "A refunded purchase stays in the current entitlements for this long.",
            "macOS 26.6 and the iOS 27 simulator: no lag; a fault for tests"),
        HabitRow(
            .refundRelistFlicker, "refund_relist_flicker", .flag, [0, 0, 0, 0, 0, 1],
            "A refunded non-renewing subscription returns to the current entitlements for one second, one second "
                + "after the refund.",
            "macOS 26.6 with Xcode 27, once"),
        HabitRow(
            .refundAnnounceLag, "refund_announce_lag_ms", .milliseconds, [0, 0, 0, 0, 0, 5000],
            "The update for a refund arrives this long after the refund.",
            "macOS 26.6 with Xcode 26.6: not within 2 minutes in 2 of 4 runs"),
        HabitRow(
            .announceOwnNonConsumable, "announce_own_nonconsumable", .flag, [0, 0, 0, 0, 0, 1],
            "A non-consumable bought on this device also arrives as an update, half a second after the purchase.",
            "Apple documents that it does not; macOS 26.6 and the simulator agree; a fault for tests"),
        HabitRow(
            .announceOwnSubscription, "announce_own_subscription", .flag, [0, 1, 0, 0, 0, 1],
            "A subscription bought on this device also arrives as an update, half a second after the purchase.",
            "macOS 26.6 with Xcode 27: yes; with Xcode 26.6 and in the simulator: no"),
        HabitRow(
            .repeatAfterFinish, "repeat_after_finish", .count, [0, 0, 0, 2, 2, 6],
            "A finished purchase arrives again this many times.",
            "Apple developer forum, thread 816320: 2 to 3 times in sandbox and production"),
        HabitRow(
            .repeatAfterFinishDelay, "repeat_after_finish_ms", .milliseconds,
            [15000, 15000, 15000, 15000, 15000, 1000],
            "Each repeat after a finish arrives this long after the finish or after the previous repeat.",
            "Apple developer forum, thread 816320: 10 to 20 s"),
        HabitRow(
            .doubleDelivery, "double_delivery_ms", .milliseconds, [0, 0, 0, 0, 0, 2500],
            "A purchase or renewal arrives a second time this long after the first time; 0: never.",
            "react-native-iap issue 2713: about 2.5 s apart"),
        HabitRow(
            .resultDelay, "result_delay_ms", .milliseconds, [0, 0, 0, 0, 0, 2000],
            "The result of a purchase arrives this long after the player has paid.",
            "flutter issue 171581: 30 to 60 s, through a wrapper; forum thread 750063: until the player closes the "
                + "system's alert"),
        HabitRow(
            .updatesCoalesce, "updates_coalesce_ms", .milliseconds, [0, 0, 0, 2000, 2000, 2000],
            "Changes of one transaction within this time arrive as one update with the latest state.",
            "Apple engineer, developer forum, thread 702242; the time is our choice"),
        HabitRow(
            .launchReplaysUnfinished, "launch_replays_unfinished", .flag, [1, 1, 1, 0, 0, 0],
            "At launch, the updates begin with the unfinished transactions; 0: only the list of unfinished "
                + "transactions contains them.",
            "iOS 26.2 and later, according to the release notes of Unity IAP 5.2.0"),
        HabitRow(
            .unfinishedFlicker, "unfinished_flicker", .flag, [0, 0, 0, 0, 0, 1],
            "The list of unfinished transactions lacks a new purchase for half a second, and one second later for "
                + "half a second again.",
            "macOS 26.6 with Xcode 27"),
        HabitRow(
            .announceWithoutRevocation, "announce_without_revocation", .flag, [0, 0, 0, 0, 0, 1],
            "The update for the end of Family Sharing has no revocation date.",
            "reported, but not observed; unconfirmed"),
        HabitRow(
            .staleAfterClear, "stale_after_clear", .flag, [0, 0, 0, 1, 0, 1],
            "After the purchase history is cleared, the old entitlements stay listed until a restore.",
            "Apple engineer, developer forum, thread 739337: sandbox"),
        HabitRow(
            .finishFailsPercent, "finish_fails_percent", .percent, [0, 0, 0, 0, 0, 10],
            "This percentage of finishes does not last: the transaction is unfinished again one second later.",
            "Apple developer forum, thread 692030; Apple's documentation calls it rare"),
        HabitRow(
            .syncUnfinishesLatest, "sync_unfinishes_latest", .flag, [0, 0, 0, 0, 0, 1],
            "After a restore, the latest period of each subscription is unfinished again.",
            "Apple developer forum, thread 821622: iOS 26.4 sandbox; unconfirmed"),
        HabitRow(
            .twoIDs, "two_ids", .flag, [0, 0, 0, 0, 0, 1],
            "One purchase arrives under two transaction ids, with the same date and the same original id.",
            "release notes of cordova-plugin-purchase 13.15"),
        HabitRow(
            .cancelledReadsEmpty, "cancelled_reads_empty", .flag, [0, 1, 1, 1, 1, 1],
            "Reads in a cancelled task return nothing, without an error.",
            "macOS 26.6 with Xcode 27 and the iOS 27 simulator; sandbox and production are our choice"),
        HabitRow(
            .productsEmpty, "products_empty", .flag, [0, 0, 0, 0, 0, 0],
            "Each product request returns no products, without an error.",
            "simulators of iOS 18.4 and of Xcode 26.4 and later; builds that the store does not know"),
        HabitRow(
            .productsHang, "products_hang", .flag, [0, 0, 0, 0, 0, 0],
            "A product request never completes.",
            "purchases-ios issue 910: some sandbox accounts"),
        HabitRow(
            .readStall, "read_stall_ms", .milliseconds, [0, 0, 0, 0, 0, 5000],
            "Each read of entitlements, statuses or the app transaction takes this long.",
            "passepartout issue 1070: up to 3 minutes in production"),
        HabitRow(
            .coldStall, "cold_stall_ms", .milliseconds, [0, 0, 0, 0, 0, 2000],
            "The first call after a launch takes this long.",
            "iOS 27 simulator, once: 3 minutes"),
        HabitRow(
            .storefrontStall, "storefront_stall_ms", .milliseconds, [0, 0, 0, 0, 0, 2000],
            "A read of the storefront takes this long.",
            "purchases-ios issue 4047: simulator"),
        HabitRow(
            .nonGregorianEmpty, "non_gregorian_empty", .flag, [0, 0, 0, 0, 0, 0],
            "The list of current entitlements is empty, as on a device with a non-Gregorian calendar.",
            "Apple's release notes: iOS and macOS before 26.5"),
        HabitRow(
            .renewalFlicker, "renewal_flicker_ms", .milliseconds, [0, 700, 300, 700, 700, 5000],
            "At the end of each period, the status is expired for this long, although the subscription was renewed.",
            "macOS 26.6 with Xcode 27: up to 0.7 s; iOS 27 simulator: 0.03 to 0.3 s; sandbox and production are our "
                + "choice"),
        HabitRow(
            .renewalFlickerWillRenew, "renewal_flicker_will_renew", .flag, [1, 1, 0, 1, 1, 0],
            "While a renewed subscription shows as expired, its renewal info says that it will renew.",
            "macOS 26.6: yes; iOS 27 simulator: no"),
        HabitRow(
            .renewalFlickerWinBack, "renewal_flicker_winback", .flag, [0, 0, 1, 0, 0, 1],
            "While a renewed subscription shows as expired, the subscriber is eligible for win-back offers.",
            "iOS 27 simulator"),
        HabitRow(
            .renewalFlickerListingEmpty, "renewal_flicker_listing_empty", .flag, [0, 0, 1, 0, 0, 1],
            "While a renewed subscription shows as expired, the current entitlements do not list it.",
            "iOS 27 simulator: yes; macOS 26.6: 1 of 3 times"),
        HabitRow(
            .missedNewestFirst, "missed_order", .choice(["oldest_first", "newest_first"]), [0, 1, 1, 1, 1, 1],
            "The missed renewals, which happened while the game was closed, arrive in this order.",
            "macOS 26.6 and the iOS 27 simulator: newest first; sandbox and production are our choice"),
        HabitRow(
            .missedIncludesOriginal, "missed_includes_original", .flag, [0, 1, 0, 0, 0, 1],
            "The finished first purchase arrives together with the missed renewals.",
            "macOS 26.6 with Xcode 27"),
        HabitRow(
            .missedNewestTwice, "missed_newest_twice", .flag, [0, 0, 1, 0, 0, 1],
            "The newest missed renewal arrives twice.",
            "iOS 27 simulator"),
        HabitRow(
            .retryListed, "retry_listed", .flag, [0, 0, 1, 0, 0, 1],
            "A subscription in billing retry is in the current entitlements, and its last transaction arrives as an "
                + "update.",
            "iOS 27 simulator; macOS 26.6 and Apple's documentation: not listed"),
        HabitRow(
            .postGraceExpired, "post_grace_state", .choice(["retry", "expired"]), [0, 0, 1, 0, 0, 1],
            "After a grace period, while billing retry continues, the subscription has this state.",
            "iOS 27 simulator: expired"),
        HabitRow(
            .graceRetryFlag, "grace_retry_flag", .flag, [1, 1, 1, 1, 0, 0],
            "In a grace period, the renewal info says that the subscription is in billing retry.",
            "Apple developer forum, thread 749813: a production notification does not say so"),
        HabitRow(
            .autoRenewChangeAnnounced, "autorenew_change_announced", .flag, [1, 1, 0, 1, 1, 0],
            "When automatic renewal is switched on or off, status listeners are notified immediately; 0: with the "
                + "next other change of the status.",
            "macOS 26.6: yes; iOS 27 simulator: no"),
        HabitRow(
            .upgradedStillListed, "upgraded_still_listed", .flag, [0, 0, 0, 1, 1, 1],
            "After an upgrade, the current entitlements still list the lower level, marked as upgraded.",
            "Apple developer forum, thread 766872, cited by others: devices; macOS 26.6: not listed"),
        HabitRow(
            .ownedSubscriptionFails, "owned_subscription", .choice(["held", "error"]), [0, 0, 0, 0, 0, 1],
            "Buying an active subscription again returns the existing transaction or an error.",
            "purchases-ios issue 6357: mostly held, sometimes error 3532"),
        HabitRow(
            .lapseReturnsOld, "lapse_returns_old", .choice(["never", "at_once", "always"]), [0, 1, 2, 0, 0, 2],
            "Buying a subscription again after a lapse returns the old transaction and buys nothing: never, within "
                + "2 seconds after the lapse, or always.",
            "iOS 27 simulator: always; macOS 26.6: once, immediately after the lapse"),
        HabitRow(
            .unfinishedConsumableReturned, "unfinished_consumable_returned", .flag, [0, 0, 0, 1, 1, 1],
            "Buying a consumable again before it is finished returns the unfinished purchase and buys nothing.",
            "purchases-ios issues 1964 and 2086; forum thread 833064, unconfirmed"),
        HabitRow(
            .nonRenewingSecondReturnsFirst, "nonrenewing_second", .choice(["new", "first"]), [0, 0, 1, 0, 0, 1],
            "Buying a non-renewing subscription again returns a new purchase or the first one.",
            "iOS 27 simulator: the first one in 2 of 3 runs"),
        HabitRow(
            .returnsPrevious, "returns_previous", .flag, [0, 0, 0, 0, 0, 0],
            "Buying a product returns the account's previous purchase; the new purchase arrives as an update.",
            "flutter issue 169744: sandbox, through a wrapper; unconfirmed as a habit of StoreKit"),
        HabitRow(
            .offerToHolderReturnsHeld, "offer_to_holder_returns_held", .flag, [0, 0, 1, 0, 0, 1],
            "Buying an active subscription with a signed offer returns the existing transaction, even if the "
                + "signature is invalid.",
            "iOS 27 simulator"),
        HabitRow(
            .declinedDelivers, "declined_delivers", .flag, [0, 0, 1, 0, 0, 0],
            "A purchase request that a parent declined arrives as a purchase.",
            "iOS 27 simulator: a fault of Apple's test tools"),
        HabitRow(
            .interruptedFails, "interrupted_result", .choice(["pending", "unknown"]), [0, 0, 1, 0, 0, 1],
            "If the player must do something first, a purchase ends as pending or with an unknown error. In both "
                + "cases the store may charge it later.",
            "macOS 26.6: pending; iOS 27 simulator: unknown"),
        HabitRow(
            .askMerges, "ask_merges", .flag, [0, 1, 1, 1, 1, 1],
            "Equal requests for a parent's approval become one request, and the latest one restarts its 24 hours.",
            "Apple engineer, developer forum, thread 706277"),
        HabitRow(
            .noSceneError, "no_scene_error", .choice(["documented", "unknown", "userCancelled"]), [0, 0, 1, 1, 1, 2],
            "The StoreKit error of a purchase that has no window scene for its payment sheet. The documented error is invalidPresentationContext.",
            "iOS 18.2 and later: unknown in purchases-ios issue 4611, userCancelled in AdaptySDK-iOS issue 105"),
        HabitRow(
            .syncOfflineCancelled, "sync_offline_error", .choice(["network", "userCancelled"]), [0, 1, 1, 1, 1, 1],
            "A restore without a network fails with this error.",
            "Apple developer forum, thread 692177: Xcode, TestFlight and production"),
        HabitRow(
            .cancelIsThrown, "cancel_form", .choice(["result", "thrown"]), [0, 0, 0, 0, 0, 1],
            "A cancelled purchase is reported as a result or as a thrown error.",
            "StoreKit's API has both forms"),
        HabitRow(
            .receiptHasPurchases, "receipt_has_purchases", .choice(["at_once", "after_refresh"]), [1, 1, 1, 1, 1, 1],
            "The app receipt of the device contains a new purchase immediately, or only after a refresh.",
            "Apple's documentation of the receipt; purchases-ios issue 2415"),
        HabitRow(
            .introMemory, "intro_sticky", .choice(["fresh", "sticky", "random"]), [0, 1, 1, 1, 1, 2],
            "The reported eligibility for introductory offers is the current one, the first one of the launch, or "
                + "one of the two at random.",
            "macOS 26.6 and the iOS 27 simulator: sticky; macOS with Xcode 26.6: not in 1 of 4 times"),
        HabitRow(
            .introTrueWithoutOffer, "intro_true_without_offer", .flag, [1, 1, 1, 1, 1, 1],
            "An account that never subscribed is eligible even in a group without an introductory offer.",
            "Apple's documentation"),
        HabitRow(
            .badOverrideFullPrice, "bad_override", .choice(["throws", "full_price"]), [1, 1, 1, 1, 1, 0],
            "An introductory offer with a bad signature fails, or the store charges the full price without notice.",
            "macOS 26.6 with Xcode 27: the full price; Apple's documentation does not say"),
        HabitRow(
            .badPromoUnknown, "bad_promo_error", .choice(["invalidOfferSignature", "unknown"]), [0, 1, 0, 0, 0, 1],
            "A promotional offer with a bad signature fails with this error.",
            "macOS 26.6 with Xcode 27: unknown"),
        HabitRow(
            .winBackAtOnce, "winback_at_once", .flag, [0, 1, 1, 0, 0, 1],
            "An account is eligible for win-back offers as soon as its subscription lapses, regardless of the "
                + "offer's conditions.",
            "macOS 26.6 and the iOS 27 simulator in Xcode's test environment"),
        HabitRow(
            .intentDelivered, "intent_delivered", .flag, [1, 0, 0, 1, 1, 1],
            "A purchase that the player starts in the App Store reaches the game.",
            "Xcode's test environment: never"),
        HabitRow(
            .cancelCharges, "cancel_charges_ms", .milliseconds, [0, 0, 0, 0, 0, 0],
            "A purchase that the player cancels is charged all the same, and its transaction arrives as an update this "
                + "long after; 0: it is not charged.",
            "purchases-ios issue 4903: iOS 18.3.1 to 18.5, about 20 percent of the cancelled purchases of one app; in no "
                + "profile, because it decides whether the player pays"),
        HabitRow(
            .listsEmpty, "lists_empty_ms", .milliseconds, [0, 0, 0, 0, 0, 0],
            "The list of all transactions and the current entitlements are empty for this long after a launch, even "
                + "after a restore; 86400000: always.",
            "Apple feedback FB22556883: iOS 26.4.1 in production, for owners of non-consumables and subscriptions"),
        HabitRow(
            .latestEmpty, "latest_empty_ms", .milliseconds, [0, 0, 0, 0, 0, 0],
            "The latest transaction of every product is missing for this long after a launch; 86400000: always.",
            "Apple feedback FB22556883 does not say it; a fault for tests"),
        HabitRow(
            .storefrontOnSubscribing, "storefront_on_subscribing", .flag, [0, 1, 0, 0, 0, 1],
            "A listener for changes of the storefront first receives the current one.",
            "purchases-ios pull request 6030: macOS; iOS reports only changes"),
    ]
}
