/// Behaviours of real systems that Apple's documentation omits or contradicts. Each is a setting of the store. The numbers are
/// those of the C header's `IAP_HABIT_…`, and never change.
package enum Habit: Int32, Sendable, Hashable, CaseIterable {
    // Listing and announcing
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
    // Cancelled tasks, empty answers, stalls
    case cancelledReadsEmpty = 23
    case productsEmpty = 24
    case productsHang = 25
    case readStall = 26
    case coldStall = 27
    case storefrontStall = 28
    case nonGregorianEmpty = 29
    // Renewal, retry, grace
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
    // Plan changes and buying again
    case upgradedStillListed = 41
    case ownedSubscriptionFails = 42
    case lapseReturnsOld = 43
    case unfinishedConsumableReturned = 44
    case nonRenewingSecondReturnsFirst = 45
    case returnsPrevious = 46
    case offerToHolderReturnsHeld = 47
    // Purchase outcomes
    case declinedDelivers = 48
    case interruptedFails = 49
    case askMerges = 50
    case noSceneError = 51
    case syncOfflineCancelled = 52
    case cancelIsThrown = 53
    case receiptHasPurchases = 54
    // Offers
    case introMemory = 55
    case introTrueWithoutOffer = 56
    case badOverrideFullPrice = 57
    case badPromoUnknown = 58
    case winBackAtOnce = 59
    case intentDelivered = 60
    // Of several subjects
    case cancelCharges = 61
    case listsEmpty = 62
    case latestEmpty = 63
    case storefrontOnSubscribing = 64
}

extension Habit {
    package enum Kind: Sendable, Hashable {
        /// 1 or 0.
        case flag
        case milliseconds
        case count
        case percent
        /// The names of the values 0, 1, ...
        case choice([String])
    }

    /// The largest value; the smallest is 0.
    package var largest: Int64 {
        switch kind {
        case .flag: 1
        // One day.
        case .milliseconds: 86_400_000
        case .count: 1000
        case .percent: 100
        case .choice(let names): Int64(names.count - 1)
        }
    }

    /// Returns the value's name; nil if it has none.
    package func name(of value: Int64) -> String? {
        guard case .choice(let names) = kind, names.indices.contains(Int(clamping: value)) else { return nil }
        return names[Int(value)]
    }

    /// Returns the value that a text means; nil if it means none. Flags can also be on and off.
    package func value(named text: String) -> Int64? {
        if let number = Int64(text) { return (0...largest).contains(number) ? number : nil }
        switch kind {
        case .flag: return ["off": 0, "on": 1][text]
        case .choice(let names): return names.firstIndex(of: text).map(Int64.init)
        case .milliseconds, .count, .percent: return nil
        }
    }

    package init?(named name: String) {
        guard let habit = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = habit
    }

    package var name: String { row.name }
    package var kind: Kind { row.kind }
    /// The description: one or two sentences.
    package var sentence: String { row.sentence }
    /// Who saw it, and where.
    package var source: String { row.source }
    package var documented: Int64 { row.documented }

    package func value(in profile: HabitProfile) -> Int64 {
        switch profile {
        case .documented: row.documented
        case .macOS26: row.macOS26
        case .iOS27Simulator: row.iOS27Simulator
        case .sandbox: row.sandbox
        case .production: row.production
        case .worst: row.worst
        }
    }

    private var row: HabitRow { HabitRow.of(self) }
}

/// A named set of values. The numbers are those of the C header's `IAP_PROFILE_…`.
package enum HabitProfile: Int32, Sendable, Hashable, CaseIterable {
    case documented = 1
    case macOS26 = 2
    case iOS27Simulator = 3
    case sandbox = 4
    case production = 5
    case worst = 6

    package var name: String {
        switch self {
        case .documented: "documented"
        case .macOS26: "macos-26"
        case .iOS27Simulator: "ios-27-simulator"
        case .sandbox: "sandbox"
        case .production: "production"
        case .worst: "worst"
        }
    }

    package init?(named name: String) {
        guard let profile = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = profile
    }
}
