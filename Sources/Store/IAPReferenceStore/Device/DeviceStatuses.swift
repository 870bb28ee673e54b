internal import IAPDatabase
internal import IAPModel
internal import IAPPlatform

/// The device's queries about subscriptions. The game server receives what the store knows; the quirks change what a device
/// receives.
package struct DeviceStatuses: Sendable {
    let gate: RequestGate
    let session: DeviceSession
    let network: DeviceNetwork
    let identity: StoreIdentity
    let statuses: SubscriptionStatuses
    private let launch = Guarded((statuses: StatusMemory?.none, answers: IntroductoryAnswers()))

    /// Begins a launch of the game. A later listener receives the changes from now on.
    func beginLaunch() {
        // If the read fails, the first listener reads.
        let beginning = try? memory()
        launch.withLock { $0 = (beginning, IntroductoryAnswers()) }
    }

    /// Returns the account's own statuses, then those that family members share with it; empty if there never was one.
    package func list(ofGroup groupID: String) throws -> [LedgerStatus] {
        try gate.check(.subscriptionStatus)
        return try gate.file.read { ledger in try shown(ofGroup: groupID, ledger) }
    }

    /// Returns the statuses of all groups in which the account ever subscribed, by group id. StoreKit's list cannot fail, and a
    /// test cannot make it fail: an empty list would mean that the account never subscribed.
    package func list() throws -> [(groupID: String, statuses: [LedgerStatus])] {
        try gate.check(Feature.allStatuses)
        var groups: [(groupID: String, statuses: [LedgerStatus])] = []
        for status in try all() {
            if let last = groups.last, ExactText(last.groupID) == ExactText(status.groupID) {
                groups[groups.count - 1].statuses.append(status)
            } else {
                groups.append((status.groupID, [status]))
            }
        }
        return groups
    }

    /// Returns nil if the transaction belongs to another account or to no auto-renewable subscription.
    package func status(ofTransaction id: UInt64) throws -> LedgerStatus? {
        try gate.check(.subscriptionStatus)
        return try gate.file.read { ledger in
            guard let transaction = try ledger.transaction(id),
                ExactText(transaction.account) == ExactText(session.account),
                let groupID = transaction.subscriptionGroupID
            else { return nil }
            return try shown(ofGroup: groupID, ledger).first {
                $0.transaction.originalID == transaction.originalID
            }
        }
    }

    /// Whether the account is eligible. This is also true if the group has no introductory offer. A quirk can keep the first
    /// response of the launch.
    package func isEligibleForIntroductoryOffer(groupID: String) throws -> Bool {
        try network.read { ledger in
            let response = try self.mayHaveIntroductoryOffer(groupID, ledger)
            let asked = IntroductoryAnswers.Question(groupID: ExactText(groupID), session: session.current.number)
            let (first, number) = launch.withLock { $0.answers.note(response, to: asked) }
            switch try ledger.quirk(.introMemory) {
            case 0: return response
            case 1: return first
            default: return try self.drawsFirst("\(groupID)\0\(number)", ledger) ? first : response
            }
        }
    }

    private func mayHaveIntroductoryOffer(_ groupID: String, _ ledger: Ledger) throws -> Bool {
        if try !ledger.has(.introTrueWithoutOffer) {
            let group = ExactText(groupID)
            let hasOffer = statuses.catalogue.products.contains { product in
                product.subscription.map { ExactText($0.groupID) == group && !$0.introductoryOffers.isEmpty } ?? false
            }
            guard hasOffer else { return false }
        }
        return OfferEligibility.getsIntroductoryOffer(
            try ledger.subscription(ofGroup: groupID, account: session.account)?.subscription)
    }

    /// Draws randomly. The same questions after the same commands give the same result again.
    private func drawsFirst(_ question: String, _ ledger: Ledger) throws -> Bool {
        var random = RandomSource(
            seed: identity.derived(
                "introductory offer \(session.owner)\0\(session.name)\0\(question)\0\(try ledger.lastCommand())"))
        return random.next().isMultiple(of: 2)
    }

    /// Returns the statuses by group. In each group the account's own status comes first.
    func all() throws -> [LedgerStatus] { try network.read { ledger in try shown(ofGroup: nil, ledger) } }

    /// Reports each status that changes from now on, or that changed since the launch of the game.
    package func listen(_ report: @escaping @Sendable (LedgerStatus) -> Void) -> StoreSubscription {
        let beginning = launch.withLock { launch in
            defer { launch.statuses = nil }
            return launch.statuses
        }
        let last = Guarded(beginning ?? (try? memory()) ?? StatusMemory(session: session.current.number))
        let next = { @Sendable () -> LedgerStatus? in
            // If the read fails, the next change causes another one.
            guard network.deliversUpdates, let current = try? memory() else { return nil }
            return last.withLock { last in
                // A change of the account is no change of a status.
                if last.session != current.session { last = current }
                for status in current.statuses {
                    let index = last.statuses.firstIndex { $0.isOfSameSubscription(as: status) }
                    if let index, last.statuses[index].saysTheSame(as: status) { continue }
                    if !current.announcesAutoRenewal, let index,
                        status.differsOnlyInAutoRenewal(from: last.statuses[index])
                    {
                        continue
                    }
                    if let index { last.statuses[index] = status } else { last.statuses.append(status) }
                    return status
                }
                return nil
            }
        }
        // Because of a later update, the quirks can show the same subscription differently.
        return ChangeFeed(gate.file.listeners, next: next, report: report)
            .start()
    }

    private func memory() throws -> StatusMemory {
        try network.read { ledger in
            StatusMemory(
                session: session.current.number, statuses: try shown(ofGroup: nil, ledger),
                announcesAutoRenewal: try ledger.has(.autoRenewChangeAnnounced))
        }
    }

    // MARK: What the device knows

    /// - Parameter groupID: The group; nil for all groups.
    private func shown(ofGroup groupID: String?, _ ledger: Ledger) throws -> [LedgerStatus] {
        let all = try statuses.list(of: session.account, groupID: groupID, ledger)
        let quirks = try ledger.quirks()
        guard !quirks.changed.isEmpty, !all.isEmpty else { return all }
        let now = try ledger.now
        var earlier: [UInt64: EarlierPeriod] = [:]
        for status in all where quirks.isFlickering(status, at: now) {
            earlier[status.transaction.id] = try earlierPeriod(before: status.transaction, ledger)
        }
        return quirks.shown(all, at: now, earlier: earlier)
    }

    /// Nil if the account has no earlier period, for example a family member who joined later.
    private func earlierPeriod(before period: LedgerTransaction, _ ledger: Ledger) throws -> EarlierPeriod? {
        guard let transaction = try ledger.period(before: period) else { return nil }
        // Only the payer can use win-back offers.
        let product = transaction.sharedFrom == nil ? statuses.catalogue.product(id: transaction.productID) : nil
        let conditions = try statuses.conditions(ledger)
        let offers = product.map { OfferRules.winBackOffers(of: $0, conditions) } ?? []
        return EarlierPeriod(transaction: transaction, winBackOfferIDs: offers.compactMap(\.offerID))
    }
}

extension LedgerStatus {
    fileprivate func isOfSameSubscription(as other: LedgerStatus) -> Bool {
        transaction.originalID == other.transaction.originalID && ExactText(groupID) == ExactText(other.groupID)
    }

    /// Whether two statuses are equal. A finished transaction is no change of a subscription.
    fileprivate func saysTheSame(as other: LedgerStatus) -> Bool {
        var other = other
        other.transaction.isFinished = transaction.isFinished
        return self == other
    }
}

/// The first responses to a launch of the game about its eligibility for introductory offers. A sign-in counts as a launch.
struct IntroductoryAnswers: Sendable {
    struct Question: Sendable, Hashable {
        var groupID: ExactText
        /// The number of the sign-in.
        var session: Int
    }

    private var first: [Question: Bool] = [:]
    private var count = 0

    /// - Returns: The first response to this question, and the number of this response.
    mutating func note(_ response: Bool, to question: Question) -> (first: Bool, number: Int) {
        count += 1
        let first = first[question] ?? response
        self.first[question] = first
        return (first, count)
    }
}

/// The statuses of the signed-in account's subscriptions.
struct StatusMemory: Sendable {
    var session: Int
    var statuses: [LedgerStatus] = []
    /// Whether listeners receive a change that concerns only the automatic renewal.
    var announcesAutoRenewal = true
}
