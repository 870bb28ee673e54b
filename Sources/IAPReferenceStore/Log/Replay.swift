internal import IAPDatabase
internal import IAPModel

/// Carries out the commands of a log.
struct Replay {
    private let store: ReferenceStore
    private var devices: [DeviceName: StoreDevice] = [:]

    private struct DeviceName: Hashable {
        var owner: ExactText
        var name: ExactText
    }

    init(_ store: ReferenceStore) { self.store = store }

    /// Carries out an entry. A refused command is refused again, which is no error. Only a failure of storage is one.
    mutating func carryOut(_ entry: LogEntry) throws(StoreFailure) {
        store.setReplayedTime(entry.date)
        do throws(StoreFailure) {
            switch entry.command {
            case .settle: try store.change(.settle) { _ in }
            case .control(let control): try store.carryOut(control)
            case .request(let address, let request): try carryOut(request, address)
            }
        } catch {
            if error.isOfStorage { throw error }
        }
    }

    private mutating func carryOut(
        _ request: DeviceRequest, _ address: DeviceAddress
    ) throws(StoreFailure) {
        let key = DeviceName(owner: ExactText(address.owner), name: ExactText(address.name))
        // The creation of a device writes `open` to the log.
        if case .open = request {
            let device = try StoreDevice(store: store, account: address.owner, name: address.name)
            if devices[key] == nil { devices[key] = device }
            return
        }
        guard let device = devices[key] else {
            throw StoreFailure(storage: "the device \(address.name) of \(address.owner) was not opened")
        }
        device.assume(address.account)
        try device.carryOut(request)
    }
}

extension ReferenceStore {
    /// Carries out the control as its own method does. It does not report whether the store refused it.
    package func carryOut(_ control: StoreControl) throws(StoreFailure) {
        switch control {
        case .order(let outcome): try order(outcome)
        case .setAskToBuy(let isEnabled): try setAskToBuy(isEnabled)
        case .setPaymentsAllowed(let areAllowed): try setPaymentsAllowed(areAllowed)
        case .charge(let id, let kind): _ = try charge(attempt: id, kind)
        case .decline(let id): _ = try decline(id)
        case .refund(let id, let kind, let reason): _ = try refund(id, kind, reason: reason)
        case .buyOutside(let purchase, let account): _ = try buyOutside(purchase, account: account)
        case .answerNext(let sheet, let answer): _ = try answerNext(sheet, answer)
        case .setStorefront(let countryCode, let locale): _ = try setStorefront(countryCode, locale: locale)
        case .moveDuringNextPurchase(let countryCode): _ = try moveDuringNextPurchase(countryCode)
        case .setSimulatedError(let failure, let api): try setSimulatedError(failure, for: api)
        case .setFeature(let feature, let isSupported): try set(feature, isSupported: isSupported)
        case .open(let rate): try adopt(rate)
        case .advanceClock(let milliseconds): _ = try advanceClock(by: milliseconds)
        case .setTimeRate(let rate): try setTimeRate(rate)
        case .controlSubscription(let id, let control): _ = try perform(control, ofTransaction: id)
        case .changeSubscription(let id, let productID, let plan):
            _ = try changeSubscription(ofTransaction: id, to: productID, plan)
        case .setRenewal(let id, let setting): _ = try setRenewal(ofTransaction: id, setting)
        case .setBillingRetryOnRenewal(let isEnabled): try setBillingRetryOnRenewal(isEnabled)
        case .setGracePeriod(let policy): try setGracePeriod(policy)
        case .setRenewalLimit(let limit): try setRenewalLimit(limit)
        case .setOnSale(let productID, let isOnSale): _ = try setOnSale(productID, isOnSale)
        case .setFamily(let account, let family): _ = try setFamily(of: account, family)
        case .setSharing(let account, let isSharing): try setSharing(of: account, isSharing)
        case .setClock(let time): _ = try setClock(to: time)
        case .repeatUpdate(let id): _ = try repeatUpdate(id)
        case .copyTransaction(let id): _ = try copyTransaction(id)
        case .restart: try restart()
        case .deleteTransaction(let id): _ = try deleteTransaction(id)
        case .clearTransactions: try clearTransactions()
        case .resetToDefaultState: try resetToDefaultState()
        case .setAllNonRenewingEntitlements(let isEnabled): try setAllNonRenewingEntitlements(isEnabled)
        case .setDialogsDisabled(let areDisabled): try setDialogsDisabled(areDisabled)
        case .setInterruption(let interruption): try setInterruption(interruption)
        case .setPurchaseFailure(let failure): try setPurchaseFailure(failure)
        case .setLocaleDuringNextPurchase(let locale): try setLocaleDuringNextPurchase(locale)
        case .setProfile(let name):
            guard let profile = HabitProfile(named: name) else {
                throw StoreFailure(.unknown, "unknown profile \(name)")
            }
            try setProfile(profile)
        case .setHabit(let name, let value):
            guard let habit = Habit(named: name) else { throw StoreFailure(.unknown, "unknown habit \(name)") }
            try setHabit(habit, to: value)
        case .setForgery(let forgery): try setForgery(forgery)
        case .addServerKey(let key): _ = try addServerKey(key)
        case .setNotifications(let url, let retries): try setNotifications(url: url, retries: retries)
        case .noteSendAttempts(let attempts): try note(attempts)
        case .sendNotification(let request): _ = try send(request)
        case .sendNotificationAgain(let uuid): _ = try sendAgain(uuid)
        case .setServerFaults(let faults): try setServerFaults(faults)
        case .askAsServer(let request): _ = try carryOut(request)
        case .takeRequestNumber:
            do throws(DatabaseError) { try takeRequestNumber() } catch {
                throw StoreFailure(storage: error.description)
            }
        }
    }
}

extension StoreDevice {
    fileprivate func carryOut(_ request: DeviceRequest) throws(StoreFailure) {
        switch request {
        case .open: return
        case .signIn(let account): try signIn(account)
        case .signOut: try signOut()
        case .setNetwork(let network): try setNetwork(network)
        case .setUpdates(let order): try setUpdates(order)
        case .count(let limit):
            try quietly(request) { ledger throws(DatabaseError) in try self.admit(limit: limit, ledger) }
        case .forgetDeliveredMessages: beginLaunch()
        case .purchase(let productID, let options):
            _ = try store.beginPurchase(productID, options, by: address)
        case .goOn(let productID, let options, let authorization):
            _ = try store.goOn(productID, options, authorization, by: address)
        case .refuseStorefront(let productID, let options, let authorization, let countryCode):
            try store.refuse(
                Storefront(countryCode: countryCode, id: ""), productID, options, authorization, by: address)
        case .finish(let id): try finish(id)
        case .restore: try store.restore(by: address)
        case .announce(let id): try announce(id)
        case .register:
            try quietly(request) { ledger throws(DatabaseError) in try ledger.addDevice(self.name, of: self.account) }
        case .acknowledgeUpdates(let number):
            try quietly(request) { ledger throws(DatabaseError) in
                try ledger.acknowledgeUpdates(through: number, by: self.name, of: self.account)
            }
        case .sendIntent(let productID, let offerID): try sendIntent(productID, offerID: offerID)
        case .sendMessage(let reason): try sendMessage(reason)
        case .takeIntent: try quietly(request) { ledger throws(DatabaseError) in _ = try self.takeIntent(ledger) }
        case .takeMessage: try quietly(request) { ledger throws(DatabaseError) in _ = try self.takeMessage(ledger) }
        case .showRefundSheet(let transactionID): _ = try showRefundSheet(transactionID)
        case .showManageSubscriptions(let groupID): try showManageSubscriptions(groupID: groupID)
        case .showOfferCodeSheet: _ = try showOfferCodeSheet()
        case .showMessage(let number): try showMessage(number)
        case .requestReview: try requestReview()
        case .showNotice(let feature): _ = try showNotice(feature)
        case .showExternalPurchaseNotice: _ = try showExternalPurchaseNotice()
        case .takeCustomLinkToken(let type): _ = try customLinkToken(type)
        case .takeAppTransaction(let isRefresh): _ = try appTransaction(isRefresh: isRefresh)
        case .takeReceipt(let isRefresh): _ = try appReceipt(isRefresh: isRefresh)
        case .setPromotionOrder(let ids): try setPromotionOrder(ids)
        case .setPromotionVisibility(let productID, let visibility):
            try setPromotionVisibility(productID, visibility)
        }
    }

    private func quietly(
        _ request: DeviceRequest, _ body: (Ledger) throws(DatabaseError) -> Void
    ) throws(StoreFailure) {
        do throws(DatabaseError) { try store.changeQuietly(command(request), body) } catch {
            throw StoreFailure(storage: error.description)
        }
    }
}
