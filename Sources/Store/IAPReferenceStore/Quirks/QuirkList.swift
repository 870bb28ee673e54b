// Sources/Store/Quirks/generate writes this file from quirks.json.
// swift-format-ignore-file

/// Behaviours of real systems that Apple's documentation omits or contradicts. Each is a setting of the store. The numbers are
/// those of the C header's `IAP_QUIRK_…`, and never change.
package enum Quirk: Int32, Sendable, Hashable, CaseIterable {
    case listingLag = 1
    case listingLagReads = 2
    case statusLag = 3
    case announceBeforeListing = 4
    case renewalBeforeListing = 5
    case refundLag = 6
    case refundRelistFlicker = 7
    case refundAnnounceLag = 8
    case announceOwnNonConsumable = 9
    case announceOwnSubscription = 10
    case repeatAfterFinish = 11
    case repeatAfterFinishDelay = 12
    case doubleDelivery = 13
    case resultDelay = 14
    case updatesCoalesce = 15
    case launchReplaysUnfinished = 16
    case unfinishedFlicker = 17
    case announceWithoutRevocation = 18
    case staleAfterClear = 19
    case finishFailsPercent = 20
    case syncUnfinishesLatest = 21
    case twoIDs = 22
    case cancelledReadsEmpty = 23
    case productsEmpty = 24
    case productsHang = 25
    case readStall = 26
    case coldStall = 27
    case storefrontStall = 28
    case nonGregorianEmpty = 29
    case renewalFlicker = 30
    case renewalFlickerWillRenew = 31
    case renewalFlickerWinBack = 32
    case renewalFlickerListingEmpty = 33
    case missedNewestFirst = 34
    case missedIncludesOriginal = 35
    case missedNewestTwice = 36
    case retryListed = 37
    case postGraceExpired = 38
    case graceRetryFlag = 39
    case autoRenewChangeAnnounced = 40
    case upgradedStillListed = 41
    case ownedSubscriptionFails = 42
    case lapseReturnsOld = 43
    case unfinishedConsumableReturned = 44
    case nonRenewingSecondReturnsFirst = 45
    case returnsPrevious = 46
    case offerToHolderReturnsHeld = 47
    case declinedDelivers = 48
    case interruptedFails = 49
    case askMerges = 50
    case noSceneError = 51
    case syncOfflineCancelled = 52
    case cancelIsThrown = 53
    case receiptHasPurchases = 54
    case introMemory = 55
    case introTrueWithoutOffer = 56
    case badOverrideFullPrice = 57
    case badPromoUnknown = 58
    case winBackAtOnce = 59
    case intentDelivered = 60
    case cancelCharges = 61
    case listsEmpty = 62
    case latestEmpty = 63
    case storefrontOnSubscribing = 64
}

/// A named set of values. The numbers are those of the C header's `IAP_PROFILE_…`.
package enum QuirkProfile: Int32, Sendable, Hashable, CaseIterable {
    case documented = 1
    case macOS26 = 2
    case iOS27Simulator = 3
    case reported = 4
    case worst = 5

    package var name: String {
        switch self {
        case .documented: "documented"
        case .macOS26: "macos-26"
        case .iOS27Simulator: "ios-27-simulator"
        case .reported: "reported"
        case .worst: "worst"
        }
    }

    package var title: PageText {
        switch self {
        case .documented: PageText("Documented", "与文档一致")
        case .macOS26: PageText("macOS 26", "macOS 26")
        case .iOS27Simulator: PageText("iOS 27 simulator", "iOS 27 模拟器")
        case .reported: PageText("Reports from the field", "实际使用中的报告")
        case .worst: PageText("Worst", "最坏情况")
        }
    }
}

/// The subject of a quirk. The raw values are the words of the admin API.
package enum QuirkGroup: String, Sendable, Hashable, CaseIterable {
    case listing
    case empty
    case renewal
    case change
    case purchase
    case offer

    package var title: PageText {
        switch self {
        case .listing: PageText("Lists and events", "列表与事件")
        case .empty: PageText("Cancelled tasks, empty results, delays", "已取消的任务、空结果、延迟")
        case .renewal: PageText("Renewal, billing retry, grace period", "续期、扣费重试、宽限期")
        case .change: PageText("Product changes and repeat purchases", "更换产品、再次购买")
        case .purchase: PageText("Purchase outcomes", "购买结果")
        case .offer: PageText("Offers", "优惠")
        }
    }
}

extension QuirkRow {
    /// All quirks in the order of their numbers. The values are those in the profiles, in the order of their numbers.
    static let all: [QuirkRow] = [
        QuirkRow(
            name: "listing_lag_ms", group: .listing, kind: .milliseconds,
            values: [0, 1000, 0, 500, 5000],
            sentence: PageText("A purchase made on this device is missing from the current entitlements for this long.", "在这台设备上购买后，要过这么久，购买才出现在当前权益中。"),
            source: "macOS 26.6 with Xcode 27: 0.4 to 1 s; iOS 27 simulator: listed at once; devices: helium-swift issue 270"),
        QuirkRow(
            name: "listing_lag_reads", group: .listing, kind: .count,
            values: [0, 0, 0, 0, 2],
            sentence: PageText("A purchase made on this device is missing from this many reads of the current entitlements.", "在这台设备上购买后，最初这么多次读取当前权益，都看不到这笔购买。"),
            source: "macOS 26.6: the same lag, counted in reads"),
        QuirkRow(
            name: "status_lag_ms", group: .listing, kind: .milliseconds,
            values: [0, 600, 0, 500, 5000],
            sentence: PageText("A new subscription has no status for this long.", "新的订阅要过这么久才有状态。"),
            source: "macOS 26.6 with Xcode 27: about 0.6 s; not measured whether the list or the status comes first; Apple's release notes: before 26.2 the list of the statuses of all groups contains an old status"),
        QuirkRow(
            name: "announce_before_listing_ms", group: .listing, kind: .milliseconds,
            values: [0, 500, 0, 500, 5000],
            sentence: PageText("A purchase that arrives as an update, such as one that a parent approved, enters the current entitlements this much later.", "以更新的形式到来的购买（例如家长批准的购买），要再过这么久才进入当前权益。"),
            source: "macOS 26.6 with Xcode 27: about 0.5 s, not every time; iOS 27 simulator: no"),
        QuirkRow(
            name: "renewal_before_listing_ms", group: .listing, kind: .milliseconds,
            values: [0, 500, 200, 500, 5000],
            sentence: PageText("A renewal enters the current entitlements this long after its update.", "续期的更新到来后，要再过这么久，续期才进入当前权益。"),
            source: "macOS 26.6 with Xcode 27: 0.1 to 0.9 s; iOS 27 simulator: within 0.25 s; production, rarely, right after a launch: Apple developer forum, thread 697006, cited by others, unconfirmed"),
        QuirkRow(
            name: "refund_lag_ms", group: .listing, kind: .milliseconds,
            values: [0, 0, 0, 0, 2000],
            sentence: PageText("A refunded purchase stays in the current entitlements for this long.", "退款后，购买还会在当前权益中保留这么久。"),
            source: "macOS 26.6 and the iOS 27 simulator: no lag; a fault for tests"),
        QuirkRow(
            name: "refund_relist_flicker", group: .listing, kind: .flag,
            values: [0, 0, 0, 0, 1],
            sentence: PageText("A refunded non-renewing subscription returns to the current entitlements for one second, one second after the refund.", "非续期订阅退款一秒后，会重新出现在当前权益中，持续一秒。"),
            source: "macOS 26.6 with Xcode 27, once"),
        QuirkRow(
            name: "refund_announce_lag_ms", group: .listing, kind: .milliseconds,
            values: [0, 0, 0, 0, 5000],
            sentence: PageText("The update for a refund arrives this long after the refund.", "退款后，要过这么久，退款的更新才到来。"),
            source: "macOS 26.6 with Xcode 26.6: not within 2 minutes in 2 of 4 runs"),
        QuirkRow(
            name: "announce_own_nonconsumable", group: .listing, kind: .flag,
            values: [0, 0, 0, 0, 1],
            sentence: PageText("A non-consumable bought on this device also arrives as an update, half a second after the purchase.", "在这台设备上购买的非消耗型项目，半秒后还会以更新的形式到来。"),
            source: "Apple documents that it does not; macOS 26.6 and the simulator agree; a fault for tests"),
        QuirkRow(
            name: "announce_own_subscription", group: .listing, kind: .flag,
            values: [0, 1, 0, 0, 1],
            sentence: PageText("A subscription bought on this device also arrives as an update, half a second after the purchase.", "在这台设备上购买的订阅，半秒后还会以更新的形式到来。"),
            source: "macOS 26.6 with Xcode 27: 0.5 s later; with Xcode 26.6 and in the simulator: no"),
        QuirkRow(
            name: "repeat_after_finish", group: .listing, kind: .count,
            values: [0, 0, 0, 2, 6],
            sentence: PageText("A finished purchase arrives again this many times.", "已完成的购买还会再次到来这么多次。"),
            source: "Apple developer forum, thread 816320: 2 to 3 times in sandbox and production, not for renewals, never with a .storekit file"),
        QuirkRow(
            name: "repeat_after_finish_ms", group: .listing, kind: .milliseconds,
            values: [15000, 15000, 15000, 15000, 1000],
            sentence: PageText("Each repeat after a finish arrives this long after the finish or after the previous repeat.", "完成之后的每次重复，与完成或上一次重复相隔这么久。"),
            source: "Apple developer forum, thread 816320: 10 to 20 s"),
        QuirkRow(
            name: "double_delivery_ms", group: .listing, kind: .milliseconds,
            values: [0, 0, 0, 0, 2500],
            sentence: PageText("A purchase or renewal arrives a second time this long after the first time; 0: never.", "购买或续期第一次到来后，过这么久会再到来一次；0 表示不会。"),
            source: "react-native-iap issue 2713: about 2.5 s apart"),
        QuirkRow(
            name: "result_delay_ms", group: .listing, kind: .milliseconds,
            values: [0, 0, 0, 0, 2000],
            sentence: PageText("The result of a purchase arrives this long after the player has paid.", "玩家付款后，要过这么久才有购买的结果。"),
            source: "flutter issue 171581: 30 to 60 s, through a wrapper, which may be the cause; Apple developer forum, threads 750063 and 758834: until the player closes the system's alert"),
        QuirkRow(
            name: "updates_coalesce_ms", group: .listing, kind: .milliseconds,
            values: [0, 0, 0, 2000, 2000],
            sentence: PageText("Changes of one transaction within this time arrive as one update with the latest state.", "同一笔交易在这段时间内的变化合并为一次更新，内容是最新的状态。"),
            source: "Apple engineer, developer forum, thread 702242; the time is our choice"),
        QuirkRow(
            name: "launch_replays_unfinished", group: .listing, kind: .flag,
            values: [1, 1, 1, 0, 0],
            sentence: PageText("At launch, the updates begin with the unfinished transactions; 0: only the list of unfinished transactions contains them.", "启动时，更新从未完成的交易开始；关闭此项时，未完成的交易只出现在未完成交易的列表中。"),
            source: "iOS 26.2 and later, according to the release notes of Unity IAP 5.2.0; macOS 26.6 for a listener that starts late"),
        QuirkRow(
            name: "unfinished_flicker", group: .listing, kind: .flag,
            values: [0, 0, 0, 0, 1],
            sentence: PageText("The list of unfinished transactions lacks a new purchase for half a second, and one second later for half a second again.", "新的购买会有半秒不在未完成交易的列表中，一秒后又有半秒不在。"),
            source: "macOS 26.6 with Xcode 27"),
        QuirkRow(
            name: "announce_without_revocation", group: .listing, kind: .flag,
            values: [0, 0, 0, 0, 1],
            sentence: PageText("The update for the end of Family Sharing has no revocation date.", "家人共享结束时的更新没有撤销日期。"),
            source: "reported, but not observed; unconfirmed"),
        QuirkRow(
            name: "stale_after_clear", group: .listing, kind: .flag,
            values: [0, 0, 0, 1, 1],
            sentence: PageText("After the purchase history is cleared, the old entitlements stay listed until a restore.", "清除购买历史之后，旧的权益仍会列出，直到恢复购买。"),
            source: "Apple engineer, developer forum, thread 739337: sandbox"),
        QuirkRow(
            name: "finish_fails_percent", group: .listing, kind: .percent,
            values: [0, 0, 0, 0, 10],
            sentence: PageText("This percentage of finishes does not last: the transaction is unfinished again one second later.", "有这个百分比的“完成”不会持久：一秒后，交易又变为未完成。"),
            source: "Apple developer forum, thread 692030: sandbox; Apple's documentation of the original StoreKit calls it rare; unconfirmed for iOS 27"),
        QuirkRow(
            name: "sync_unfinishes_latest", group: .listing, kind: .flag,
            values: [0, 0, 0, 0, 1],
            sentence: PageText("After a restore, the latest period of each subscription is unfinished again.", "恢复购买后，每个订阅的最近一期又变为未完成。"),
            source: "Apple developer forum, thread 821622: iOS 26.4 sandbox; unconfirmed"),
        QuirkRow(
            name: "two_ids", group: .listing, kind: .flag,
            values: [0, 0, 0, 0, 1],
            sentence: PageText("One purchase arrives under two transaction ids, with the same date and the same original id.", "一笔购买会以两个交易 ID 到来，日期和原始交易 ID 相同。"),
            source: "release notes of cordova-plugin-purchase 13.15"),
        QuirkRow(
            name: "cancelled_reads_empty", group: .empty, kind: .flag,
            values: [0, 1, 1, 1, 1],
            sentence: PageText("Reads in a cancelled task return nothing, without an error.", "在已取消的任务中读取，结果为空，也没有错误。"),
            source: "macOS 26.6 with Xcode 27 and the iOS 27 simulator"),
        QuirkRow(
            name: "products_empty", group: .empty, kind: .flag,
            values: [0, 0, 0, 0, 0],
            sentence: PageText("Each product request returns no products, without an error.", "每次请求产品，结果都为空，也没有错误。"),
            source: "simulators of iOS 18.4 and of Xcode 26.4 and later; builds that the store does not know; in no profile, because no purchase can be tested with it"),
        QuirkRow(
            name: "products_hang", group: .empty, kind: .flag,
            values: [0, 0, 0, 0, 0],
            sentence: PageText("A product request never completes.", "产品的请求一直没有结果。"),
            source: "purchases-ios issue 910: the original StoreKit, some sandbox accounts; in no profile, because no purchase can be tested with it"),
        QuirkRow(
            name: "read_stall_ms", group: .empty, kind: .milliseconds,
            values: [0, 0, 0, 0, 5000],
            sentence: PageText("Each read of entitlements, statuses or the app transaction takes this long.", "每次读取权益、状态或 App 交易，都需要这么久。"),
            source: "passepartout issue 1070: up to 3 minutes on iOS and macOS in production: after a boot, in the background, or signed out"),
        QuirkRow(
            name: "cold_stall_ms", group: .empty, kind: .milliseconds,
            values: [0, 0, 0, 0, 2000],
            sentence: PageText("The first call after a launch takes this long.", "启动后的第一次调用需要这么久。"),
            source: "iOS 27 simulator, once: 3 minutes"),
        QuirkRow(
            name: "storefront_stall_ms", group: .empty, kind: .milliseconds,
            values: [0, 0, 0, 0, 2000],
            sentence: PageText("A read of the storefront takes this long.", "读取店面需要这么久。"),
            source: "purchases-ios issue 4047: the original StoreKit in the simulator"),
        QuirkRow(
            name: "non_gregorian_empty", group: .empty, kind: .flag,
            values: [0, 0, 0, 0, 0],
            sentence: PageText("The list of current entitlements is empty, as on a device with a non-Gregorian calendar.", "当前权益的列表为空，就像设备使用的不是公历。"),
            source: "Apple's release notes: iOS and macOS before 26.5"),
        QuirkRow(
            name: "renewal_flicker_ms", group: .renewal, kind: .milliseconds,
            values: [0, 700, 300, 700, 5000],
            sentence: PageText("At the end of each period, the status is expired for this long, although the subscription was renewed.", "每期结束时，虽然订阅已经续期，状态仍会有这么久显示为已过期。"),
            source: "macOS 26.6 with Xcode 27: up to 0.7 s; iOS 27 simulator: 0.03 to 0.3 s"),
        QuirkRow(
            name: "renewal_flicker_will_renew", group: .renewal, kind: .flag,
            values: [1, 1, 0, 1, 0],
            sentence: PageText("While a renewed subscription shows as expired, its renewal info says that it will renew.", "已续期的订阅显示为已过期时，续期信息表示它将会续期。"),
            source: "macOS 26.6: yes; iOS 27 simulator: no"),
        QuirkRow(
            name: "renewal_flicker_winback", group: .renewal, kind: .flag,
            values: [0, 0, 1, 0, 1],
            sentence: PageText("While a renewed subscription shows as expired, the subscriber is eligible for win-back offers.", "已续期的订阅显示为已过期时，订阅者符合赢回优惠的条件。"),
            source: "iOS 27 simulator"),
        QuirkRow(
            name: "renewal_flicker_listing_empty", group: .renewal, kind: .flag,
            values: [0, 0, 1, 0, 1],
            sentence: PageText("While a renewed subscription shows as expired, the current entitlements do not list it.", "已续期的订阅显示为已过期时，当前权益中没有它。"),
            source: "iOS 27 simulator: yes; macOS 26.6: 1 of 3 times"),
        QuirkRow(
            name: "missed_order", group: .renewal, kind: .choice,
            choices: [
                QuirkChoice(name: "oldest_first", title: PageText("Oldest first", "旧的在前")),
                QuirkChoice(name: "newest_first", title: PageText("Newest first", "新的在前")),
            ],
            values: [0, 1, 1, 1, 1],
            sentence: PageText("The missed renewals, which happened while the game was closed, arrive in this order.", "游戏关闭期间错过的续期，按这个顺序到来。"),
            source: "macOS 26.6 and the iOS 27 simulator: newest first"),
        QuirkRow(
            name: "missed_includes_original", group: .renewal, kind: .flag,
            values: [0, 1, 0, 0, 1],
            sentence: PageText("The finished first purchase arrives together with the missed renewals.", "已完成的首次购买，会与错过的续期一起到来。"),
            source: "macOS 26.6 with Xcode 27"),
        QuirkRow(
            name: "missed_newest_twice", group: .renewal, kind: .flag,
            values: [0, 0, 1, 0, 1],
            sentence: PageText("The newest missed renewal arrives twice.", "错过的续期中，最新的一次会到来两次。"),
            source: "iOS 27 simulator"),
        QuirkRow(
            name: "retry_listed", group: .renewal, kind: .flag,
            values: [0, 0, 1, 0, 1],
            sentence: PageText("A subscription in billing retry is in the current entitlements, and its last transaction arrives as an update.", "处于扣费重试期的订阅仍在当前权益中，它的最近一笔交易会以更新的形式到来。"),
            source: "iOS 27 simulator; macOS 26.6 and Apple's documentation: not listed"),
        QuirkRow(
            name: "post_grace_state", group: .renewal, kind: .choice,
            choices: [
                QuirkChoice(name: "retry", title: PageText("Billing retry", "扣费重试")),
                QuirkChoice(name: "expired", title: PageText("Expired", "已过期")),
            ],
            values: [0, 0, 1, 0, 1],
            sentence: PageText("After a grace period, while billing retry continues, the subscription has this state.", "宽限期结束后、扣费重试仍在继续时，订阅处于这个状态。"),
            source: "iOS 27 simulator: expired"),
        QuirkRow(
            name: "grace_retry_flag", group: .renewal, kind: .flag,
            values: [1, 1, 1, 0, 0],
            sentence: PageText("In a grace period, the renewal info says that the subscription is in billing retry.", "宽限期内，续期信息表示订阅处于扣费重试期。"),
            source: "Apple developer forum, thread 749813: a notification of production, after a trial, does not say so"),
        QuirkRow(
            name: "autorenew_change_announced", group: .renewal, kind: .flag,
            values: [1, 1, 0, 1, 0],
            sentence: PageText("When automatic renewal is switched on or off, status listeners are notified immediately; 0: with the next other change of the status.", "开启或关闭自动续期时，状态的监听者立即收到通知；关闭此项时，要等到状态的下一次其他变化。"),
            source: "macOS 26.6: yes; iOS 27 simulator: no"),
        QuirkRow(
            name: "upgraded_still_listed", group: .change, kind: .flag,
            values: [0, 0, 0, 1, 1],
            sentence: PageText("After an upgrade, the current entitlements still list the lower level, marked as upgraded.", "升级后，当前权益中仍有较低级别的订阅，并标记为已升级。"),
            source: "Apple developer forum, thread 766872, cited by others: devices; unconfirmed; macOS 26.6: not listed"),
        QuirkRow(
            name: "owned_subscription", group: .change, kind: .choice,
            choices: [
                QuirkChoice(name: "held", title: PageText("Existing transaction", "已有的交易")),
                QuirkChoice(name: "error", title: PageText("Error", "错误")),
            ],
            values: [0, 0, 0, 0, 1],
            sentence: PageText("Buying an active subscription again returns the existing transaction or an error.", "再次购买有效的订阅时，返回已有的交易，或者返回错误。"),
            source: "purchases-ios issue 6357: mostly held, sometimes error 3532; macOS 26.6 and the iOS 27 simulator: held"),
        QuirkRow(
            name: "lapse_returns_old", group: .change, kind: .choice,
            choices: [
                QuirkChoice(name: "never", title: PageText("Never", "从不")),
                QuirkChoice(name: "at_once", title: PageText("Immediately", "立即")),
                QuirkChoice(name: "always", title: PageText("Always", "总是")),
            ],
            values: [0, 1, 2, 0, 2],
            sentence: PageText("Buying a subscription again after a lapse returns the old transaction and buys nothing: never, within 2 seconds after the lapse, or always.", "订阅中断后再次购买，返回旧的交易，不产生新的购买：从不、中断后 2 秒内，或总是。"),
            source: "iOS 27 simulator: always; macOS 26.6: once, immediately after the lapse"),
        QuirkRow(
            name: "unfinished_consumable_returned", group: .change, kind: .flag,
            values: [0, 0, 0, 1, 1],
            sentence: PageText("Buying a consumable again before it is finished returns the unfinished purchase and buys nothing.", "消耗型项目完成之前再次购买，返回未完成的那一笔，不产生新的购买。"),
            source: "purchases-ios issues 1964 and 2086; forum thread 833064, unconfirmed"),
        QuirkRow(
            name: "nonrenewing_second", group: .change, kind: .choice,
            choices: [
                QuirkChoice(name: "new", title: PageText("New purchase", "新的购买")),
                QuirkChoice(name: "first", title: PageText("First purchase", "第一次的购买")),
            ],
            values: [0, 0, 1, 0, 1],
            sentence: PageText("Buying a non-renewing subscription again returns a new purchase or the first one.", "再次购买非续期订阅时，返回新的购买，或者第一次的购买。"),
            source: "iOS 27 simulator: the first one in 2 of 3 runs; macOS 26.6: a new one"),
        QuirkRow(
            name: "returns_previous", group: .change, kind: .flag,
            values: [0, 0, 0, 0, 0],
            sentence: PageText("Buying a product returns the account's previous purchase; the new purchase arrives as an update.", "购买产品时，返回账户的上一笔购买；新的购买以更新的形式到来。"),
            source: "flutter issue 169744: sandbox, through a wrapper; unconfirmed as a quirk of StoreKit, and therefore in no profile"),
        QuirkRow(
            name: "offer_to_holder_returns_held", group: .change, kind: .flag,
            values: [0, 0, 1, 0, 1],
            sentence: PageText("Buying an active subscription with a signed offer returns the existing transaction, even if the signature is invalid.", "用已签名的优惠购买有效的订阅时，返回已有的交易，即使签名无效。"),
            source: "iOS 27 simulator"),
        QuirkRow(
            name: "declined_delivers", group: .purchase, kind: .flag,
            values: [0, 0, 1, 0, 0],
            sentence: PageText("A purchase request that a parent declined arrives as a purchase.", "家长已经拒绝的购买请求，仍会作为购买到来。"),
            source: "iOS 27 simulator: a fault of Apple's test tools"),
        QuirkRow(
            name: "interrupted_result", group: .purchase, kind: .choice,
            choices: [
                QuirkChoice(name: "pending", title: PageText("Pending", "等待中")),
                QuirkChoice(name: "unknown", title: PageText("unknown", "unknown")),
            ],
            values: [0, 0, 1, 0, 1],
            sentence: PageText("If the player must do something first, a purchase ends as pending or with an unknown error. In both cases the store may charge it later.", "如果玩家要先做某件事，购买以“等待中”或未知错误结束。两种情况下，商店之后都可能扣款。"),
            source: "macOS 26.6: pending; iOS 27 simulator: unknown"),
        QuirkRow(
            name: "ask_merges", group: .purchase, kind: .flag,
            values: [0, 1, 1, 1, 1],
            sentence: PageText("Equal requests for a parent's approval become one request, and the latest one restarts its 24 hours.", "相同的家长批准请求合并为一个，最新的请求会重新开始 24 小时的计时。"),
            source: "Apple engineer, developer forum, thread 706277"),
        QuirkRow(
            name: "no_scene_error", group: .purchase, kind: .choice,
            choices: [
                QuirkChoice(name: "documented", title: PageText("Documented", "与文档一致")),
                QuirkChoice(name: "unknown", title: PageText("unknown", "unknown")),
                QuirkChoice(name: "userCancelled", title: PageText("userCancelled", "userCancelled")),
            ],
            values: [0, 0, 1, 1, 2],
            sentence: PageText("The StoreKit error of a purchase that has no window scene for its payment sheet. The documented error is invalidPresentationContext.", "没有场景可以显示付款界面时，购买以这个错误失败。"),
            source: "iOS 18.2 and later: unknown in purchases-ios issue 4611, userCancelled in AdaptySDK-iOS issue 105"),
        QuirkRow(
            name: "sync_offline_error", group: .purchase, kind: .choice,
            choices: [
                QuirkChoice(name: "network", title: PageText("Network error", "网络错误")),
                QuirkChoice(name: "userCancelled", title: PageText("userCancelled", "userCancelled")),
            ],
            values: [0, 1, 1, 1, 1],
            sentence: PageText("A restore without a network fails with this error.", "没有网络时，恢复购买以这个错误失败。"),
            source: "Apple developer forum, thread 692177, and feedback FB12107567: Xcode, TestFlight and production"),
        QuirkRow(
            name: "cancel_form", group: .purchase, kind: .choice,
            choices: [
                QuirkChoice(name: "result", title: PageText("Result", "返回结果")),
                QuirkChoice(name: "thrown", title: PageText("Thrown error", "抛出错误")),
            ],
            values: [0, 0, 0, 0, 1],
            sentence: PageText("A cancelled purchase is reported as a result or as a thrown error.", "取消的购买以结果的形式返回，或者作为错误抛出。"),
            source: "StoreKit's API has both forms"),
        QuirkRow(
            name: "receipt_has_purchases", group: .purchase, kind: .choice,
            choices: [
                QuirkChoice(name: "at_once", title: PageText("Immediately", "立即")),
                QuirkChoice(name: "after_refresh", title: PageText("After a refresh", "刷新之后")),
            ],
            values: [1, 1, 1, 1, 1],
            sentence: PageText("The app receipt of the device contains a new purchase immediately, or only after a refresh.", "设备的 App 收据立即包含新的购买，或者刷新之后才包含。"),
            source: "Apple's documentation of the receipt; purchases-ios issue 2415: 0.9 s for a refresh"),
        QuirkRow(
            name: "intro_sticky", group: .offer, kind: .choice,
            choices: [
                QuirkChoice(name: "fresh", title: PageText("Current state", "当前状态")),
                QuirkChoice(name: "sticky", title: PageText("First result", "首次结果")),
                QuirkChoice(name: "random", title: PageText("Random", "随机")),
            ],
            values: [0, 1, 1, 1, 2],
            sentence: PageText("The reported eligibility for introductory offers is the current one, the first one of the launch, or one of the two at random.", "得到的推介促销优惠资格是当前的、本次启动第一次得到的，或者随机为两者之一。"),
            source: "macOS 26.6 and the iOS 27 simulator: sticky; macOS with Xcode 26.6: not in 1 of 4 times"),
        QuirkRow(
            name: "intro_true_without_offer", group: .offer, kind: .flag,
            values: [1, 1, 1, 1, 1],
            sentence: PageText("An account that never subscribed is eligible even in a group without an introductory offer.", "即使群组没有推介促销优惠，从未订阅过的账户也符合资格。"),
            source: "Apple's documentation; out of date after a reset of the sandbox: Apple developer forum, thread 716661, cited by others, unconfirmed"),
        QuirkRow(
            name: "bad_override", group: .offer, kind: .choice,
            choices: [
                QuirkChoice(name: "throws", title: PageText("Fails", "失败")),
                QuirkChoice(name: "full_price", title: PageText("Full price", "全价")),
            ],
            values: [1, 1, 1, 1, 0],
            sentence: PageText("An introductory offer with a bad signature fails, or the store charges the full price without notice.", "推介促销优惠的签名错误时，购买失败，或者商店不作提示就收取全价。"),
            source: "macOS 26.6 with Xcode 27: the full price; Apple's documentation does not say"),
        QuirkRow(
            name: "bad_promo_error", group: .offer, kind: .choice,
            choices: [
                QuirkChoice(name: "invalidOfferSignature", title: PageText("invalidOfferSignature", "invalidOfferSignature")),
                QuirkChoice(name: "unknown", title: PageText("unknown", "unknown")),
            ],
            values: [0, 1, 0, 0, 1],
            sentence: PageText("A promotional offer with a bad signature fails with this error.", "促销优惠的签名错误时，购买以这个错误失败。"),
            source: "macOS 26.6 with Xcode 27: unknown"),
        QuirkRow(
            name: "winback_at_once", group: .offer, kind: .flag,
            values: [0, 1, 1, 0, 1],
            sentence: PageText("An account is eligible for win-back offers as soon as its subscription lapses, regardless of the offer's conditions.", "订阅一中断，账户就符合赢回优惠的条件，不论优惠本身有什么条件。"),
            source: "macOS 26.6 and the iOS 27 simulator in Xcode's test environment"),
        QuirkRow(
            name: "intent_delivered", group: .offer, kind: .flag,
            values: [1, 0, 0, 1, 1],
            sentence: PageText("A purchase that the player starts in the App Store reaches the game.", "玩家在 App Store 中开始的购买会到达游戏。"),
            source: "Xcode's test environment, on macOS 26.6 and in the iOS 27 simulator: never"),
        QuirkRow(
            name: "cancel_charges_ms", group: .purchase, kind: .milliseconds,
            values: [0, 0, 0, 0, 0],
            sentence: PageText("A purchase that the player cancels is charged all the same, and its transaction arrives as an update this long after; 0: it is not charged.", "玩家取消的购买仍然会扣款，其交易在这么久之后作为更新到达；0：不扣款。"),
            source: "purchases-ios issue 4903: iOS 18.3.1 to 18.5, about 20 percent of the cancelled purchases of one app; in no profile, because it decides whether the player pays"),
        QuirkRow(
            name: "lists_empty_ms", group: .empty, kind: .milliseconds,
            values: [0, 0, 0, 0, 0],
            sentence: PageText("The list of all transactions and the current entitlements are empty for this long after a launch, even after a restore; 86400000: always.", "启动后这么久之内，全部交易的列表和当前权益都为空，恢复购买之后也是如此；86400000：始终为空。"),
            source: "Apple feedback FB22556883: iOS 26.4.1 in production, for owners of non-consumables and subscriptions; in no profile, because a new device owns nothing with it"),
        QuirkRow(
            name: "latest_empty_ms", group: .empty, kind: .milliseconds,
            values: [0, 0, 0, 0, 0],
            sentence: PageText("The latest transaction of every product is missing for this long after a launch; 86400000: always.", "启动后这么久之内，每个产品都没有最新交易；86400000：始终没有。"),
            source: "Apple feedback FB22556883 does not say it; a fault for tests"),
        QuirkRow(
            name: "storefront_on_subscribing", group: .listing, kind: .flag,
            values: [0, 1, 0, 0, 1],
            sentence: PageText("A listener for changes of the storefront first receives the current one.", "监听店面变化时，首先会收到当前的店面。"),
            source: "purchases-ios pull request 6030: macOS; iOS reports only changes"),
    ]
}
