internal import Foundation
internal import IAPModel
internal import IAPReferenceStore
internal import IAPSignatures

/// Commands that show the store and change nothing.
enum ListingCommands {
    static let all = [
        products, transactions, transaction, signed, subscriptions, devices, network, approvals, settings, certificates,
    ]

    static let products = Command(
        name: "products", summary: "List the products of the .storekit file",
        example: "iap-store products --storekit Game.storekit"
    ) { call in
        let catalogue = try call.files.catalogue()
        // The store does not have to exist yet.
        let store = call.files.exists(call.files.storePath) ? try call.files.store() : nil
        defer { store.map(call.files.release) }
        let removed = try store.map { store in try store.shelf.removedProducts } ?? []
        let code = try store.map { store in try store.shelf.storefront.countryCode }
        let currency = StorefrontTable.row(code ?? catalogue.settings.storefront)?.currencyCode ?? "USD"
        let columns = [
            Column("productId", "PRODUCT"), Column("type", "TYPE"), Column("price", "PRICE"),
            Column("period", "PERIOD"),
            Column("groupId", "GROUP"), Column("name", "NAME"), Column("familyShareable", "FAMILY"),
            Column("onSale", "ON SALE"),
        ]
        let rows = catalogue.products.map { product in
            [
                Cell.text(product.productID), .text(product.type.rawValue),
                .money(Money(milliunits: product.priceMilliunits, currencyCode: currency)),
                .text(
                    (product.subscription?.period).map { "\($0.value) \($0.unit.rawValue)\($0.value == 1 ? "" : "s")" }),
                .text(product.subscription?.groupID),
                .text(product.localizations.first?.displayName ?? product.referenceName),
                .flag(product.isFamilyShareable), .flag(!removed.contains(ExactText(product.productID))),
            ]
        }
        return .rows(columns, rows, none: "The file has no products.")
    }

    // MARK: Transactions

    static let transactions = Command(
        name: "transactions", summary: "List all purchases, including pending and failed ones",
        options: [
            .init("account", "ACCOUNT", "only this account"), .init("product", "PRODUCT", "only this product"),
            .init("unfinished", nil, "only transactions that no game has finished"),
            .init("limit", "N", "only the newest N"),
            .init("watch", nil, "keep running and show each new or changed transaction in one line", isLocal: true),
        ],
        example: "iap-store transactions --account anna --unfinished"
    ) { call, store in
        if call.has("watch") { try watch(store, call) }
        let limit = try call.wholeNumber("limit", 1...1_000_000)
        var rows: [[Cell]] = []
        let ids = try store.transactions.ids(of: call.option("account"))
        for id in ids.reversed() {
            if let limit, rows.count == limit { break }
            guard let listed = try store.transactions.listed(id) else { continue }
            if isWanted(listed, call) { rows.append(listed.row) }
        }
        return .rows(ListedTransaction.columns, rows.reversed(), none: "There are no transactions.")
    }

    private static func isWanted(_ listed: ListedTransaction, _ call: Call) -> Bool {
        if let product = call.option("product"), !listed.isOf(product) { return false }
        return !call.has("unfinished") || listed.isUnfinished
    }

    /// Shows new and changed transactions until the process ends.
    private static func watch(_ store: ReferenceStore, _ call: Call) throws -> Never {
        var shown: [UInt64: [Cell]] = [:]
        var isFirst = true
        while true {
            let ids = try store.transactions.ids(of: call.option("account"))
            for id in ids {
                guard let listed = try store.transactions.listed(id),
                    isWanted(listed, call), shown[id] != listed.row
                else { continue }
                shown[id] = listed.row
                if !isFirst { call.say(call.isJSON ? .fields(listed.rowFields) : .line(listed.row)) }
            }
            if isFirst {
                call.say(.fields([Field("watching", "Watching; earlier transactions are not shown", .flag(true))]))
            }
            isFirst = false
            // SQLite does not report when another process has committed.
            Thread.sleep(forTimeInterval: 0.25)
        }
    }

    static let transaction = Command(
        name: "transaction", summary: "Show the details of a transaction",
        arguments: [.init("ID", "the transaction's id")], example: "iap-store transaction 2000000123000001"
    ) { call, store in
        let id = try call.id("ID")
        guard let listed = try store.transactions.listed(id) else {
            throw CommandError.refused("the store has no transaction \(id)")
        }
        return .fields(listed.fields)
    }

    static let signed = Command(
        name: "signed", summary: "Show the signed transaction (JWS) that servers receive",
        arguments: [.init("ID", "the transaction's id")], example: "iap-store signed 2000000123000001 --json"
    ) { call, store in
        let id = try call.id("ID")
        guard let transaction = try store.transactions.find(id),
            let signed = try store.server.signedTransaction(id)
        else { throw CommandError.refused("the store has no transaction \(id)") }
        let statuses = try store.server.signedStatuses(of: transaction.account)
        let status = statuses.first { $0.originalID == transaction.originalID }
        return .fields([
            Field("orderId", "Order", .text(transaction.orderID)),
            Field("signedTransactionInfo", "Transaction", .text(signed)),
            Field("signedRenewalInfo", "Renewal info", .text(status?.renewal)),
            Field("status", "Status", .number(status?.state)),
        ])
    }

    // MARK: Accounts

    static let subscriptions = Command(
        name: "subscriptions", summary: "List the subscriptions of all accounts and their status",
        options: [.init("account", "ACCOUNT", "only this account")], example: "iap-store subscriptions"
    ) { call, store in
        let columns = [
            Column("account", "ACCOUNT"), Column("subscriptionGroupIdentifier", "GROUP"),
            Column("productId", "PRODUCT"),
            Column("status", "STATUS"), Column("expiresDate", "EXPIRES"),
            Column("gracePeriodExpiresDate", "GRACE PERIOD ENDS"),
            Column("autoRenewStatus", "RENEWS"), Column("autoRenewProductId", "RENEWS TO"),
            Column("renewalDate", "NEXT RENEWAL"), Column("renewalPrice", "RENEWAL PRICE"),
            Column("ownership", "OWNERSHIP"),
            Column("transactionId", "LAST TRANSACTION"),
        ]
        var rows: [[Cell]] = []
        let accounts = try store.accounts.all
        for account in accounts where call.option("account").map({ ExactText($0) == ExactText(account) }) ?? true {
            for status in try store.subscriptions.statuses(of: account) {
                let renewal = status.renewal
                rows.append([
                    .text(account), .text(status.groupID), .text(status.transaction.productID), status.state.cell,
                    .time(status.transaction.expirationDate), .time(renewal.gracePeriodExpirationDate),
                    .flag(renewal.willAutoRenew), .text(renewal.autoRenewProductID),
                    .time(renewal.renewalDate), renewal.renewalPrice.map(Cell.money) ?? .none,
                    .text(status.transaction.ownership.rawValue), .id(status.transaction.id),
                ])
            }
        }
        return .rows(columns, rows, none: "There are no subscriptions.")
    }

    static let devices = Command(
        name: "devices", summary: "List all simulated devices that games have opened",
        example: "iap-store devices --json"
    ) { call, store in
        let rows = try store.accounts.devices.map { device in
            [
                Cell.text(device.account), .text(device.name), .text(device.network.word),
                device.network.latency == 0 ? .none : .number(device.network.latency),
            ]
        }
        let columns = [
            Column("account", "ACCOUNT"), Column("device", "DEVICE"), Column("network", "NETWORK"),
            Column("latency", "LATENCY"),
        ]
        return .rows(columns, rows, none: "No game has opened a device.")
    }

    static let network = Command(
        name: "network", summary: "Disconnect a device from the store, or reconnect it",
        arguments: [
            .init("ACCOUNT", "the account of the device"), .init("DEVICE", "the device's name"),
            .init("STATE", "the state of the network", choices: ["up", "down", "silent"]),
        ],
        options: [.init("latency", "MS", "delay of each response, in milliseconds of the store's clock")],
        details: "A silent network accepts requests but delivers no responses.",
        example: "iap-store network anna phone down"
    ) { call, store in
        let (account, name) = (call.argument("ACCOUNT"), call.argument("DEVICE"))
        let devices = try store.accounts.devices
        guard
            devices.contains(where: {
                ExactText($0.account) == ExactText(account) && ExactText($0.name) == ExactText(name)
            })
        else { throw CommandError.refused("no game has opened the device \(quoted(name)) of \(quoted(account))") }
        var conditions = NetworkConditions()
        conditions.isDown = call.argument("STATE") == "down"
        conditions.neverAnswers = call.argument("STATE") == "silent"
        conditions.latency = Int64(try call.wholeNumber("latency", 0...86_400_000) ?? 0)
        try StoreDevice(store: store, account: account, name: name).network.set(conditions)
        return .fields([
            Field("account", "Account", .text(account)), Field("device", "Device", .text(name)),
            Field("network", "Network", .text(call.argument("STATE"))),
        ])
    }

    static let certificates = Command(
        name: "certificates", summary: "List the certificates that the store uses to sign",
        example: "iap-store certificates"
    ) { call, store in
        let chain = try store.identity.shownCertificates
        return .rows(
            [
                Column("subject", "SUBJECT"), Column("issuer", "ISSUER"), Column("notBefore", "VALID FROM"),
                Column("notAfter", "VALID UNTIL"), Column("der", "DER"),
            ],
            chain.map {
                [.text($0.subject), .text($0.issuer), .time($0.start), .time($0.end), .text(Base64.encode($0.der))]
            }, none: "")
    }

    static let approvals = Command(
        name: "approvals", summary: "List the purchases that wait for approval",
        example: "iap-store approvals"
    ) { call, store in
        let rows = try store.purchases.approvals.map { attempt in
            [
                Cell.id(attempt.id), .text(attempt.account), .text(attempt.device), .text(attempt.productID),
                .number(Int64(attempt.quantity)), .time(attempt.requestDate),
            ]
        }
        let columns = [
            Column("id", "ID"), Column("account", "ACCOUNT"), Column("device", "DEVICE"),
            Column("productId", "PRODUCT"),
            Column("quantity", "QUANTITY"), Column("requestDate", "REQUESTED"),
        ]
        return .rows(columns, rows, none: "No purchase waits for approval.")
    }

    static let settings = Command(
        name: "settings", summary: "Show the settings of the store", example: "iap-store settings"
    ) { call, store in
        let settings = try store.controls.settings
        var fields = [
            Field("storefront", "Storefront", .text(settings.storefront)),
            Field("locale", "Locale", .text(settings.locale)),
            Field("askToBuy", "Ask to Buy", .flag(settings.isAskToBuyEnabled)),
            Field("paymentsAllowed", "Payments allowed", .flag(settings.arePaymentsAllowed)),
            Field("billingRetryOnRenewal", "Billing retry on renewal", .flag(settings.isBillingRetryOnRenewal)),
            Field("gracePeriodDays", "Billing grace period, days", .number(settings.gracePeriodDays)),
            Field("renewalLimit", "Renewal limit (0: no limit)", .number(settings.renewalLimit)),
            Field("purchaseFailure", "All purchases fail with", .text(settings.purchaseFailure?.rawValue)),
        ]
        for api in StoreAPI.allCases {
            let failure = try store.controls.simulatedError(for: api)
            fields.append(Field("fails.\(api.word)", "\(api.word) fails with", .text(failure?.rawValue)))
        }
        return .fields(fields)
    }
}

extension NetworkConditions {
    fileprivate var word: String { isDown ? "down" : neverAnswers ? "silent" : "up" }
}

extension ListedTransaction {
    static let columns = [
        Column("transactionId", "ID"), Column("originalTransactionId", "ORIGINAL ID"), Column("account", "ACCOUNT"),
        Column("productId", "PRODUCT"), Column("state", "STATE"),
        Column("quantity", "QUANTITY"), Column("price", "PRICE"), Column("purchaseDate", "PURCHASED"),
        Column("expiresDate", "EXPIRES"), Column("finished", "FINISHED"), Column("transactionReason", "REASON"),
        Column("inAppOwnershipType", "OWNERSHIP"),
    ]

    /// The row as the fields of an object.
    var rowFields: [Field] { zip(Self.columns, row).map { Field($0.key, $0.title, $1) } }

    func isOf(_ productID: String) -> Bool {
        switch self {
        case .charged(let transaction, _): ExactText(transaction.productID) == ExactText(productID)
        case .attempt(let attempt): ExactText(attempt.productID) == ExactText(productID)
        }
    }

    var isUnfinished: Bool {
        if case .charged(let transaction, _) = self { return !transaction.isFinished }
        return false
    }

    var row: [Cell] {
        switch self {
        case .charged(let transaction, _):
            [
                .id(transaction.id), transaction.originalID == transaction.id ? .none : .id(transaction.originalID),
                .text(transaction.account), .text(transaction.productID), state,
                .number(Int64(transaction.quantity)), .money(transaction.price), .time(transaction.purchaseDate),
                .time(transaction.expirationDate), .flag(transaction.isFinished), .text(transaction.reason.rawValue),
                .text(transaction.ownership.rawValue),
            ]
        case .attempt(let attempt):
            [
                .id(attempt.id), .none, .text(attempt.account), .text(attempt.productID), state,
                .number(Int64(attempt.quantity)),
                .none, .time(attempt.requestDate), .none, .none, .none, .none,
            ]
        }
    }

    private var state: Cell {
        switch self {
        case .charged(let transaction, _):
            if transaction.revocation != nil {
                .text("revoked")
            } else if transaction.isUpgraded {
                .text("upgraded")
            } else {
                .text("purchased")
            }
        case .attempt(let attempt):
            switch attempt.kind {
            case .approval: .text("waits for approval")
            case .interrupted: .text("interrupted")
            case .failed: .text("failed")
            }
        }
    }

    var fields: [Field] {
        switch self {
        case .charged(let transaction, let flags): transaction.fields(state, flags)
        case .attempt(let attempt):
            [
                Field("transactionId", "Id", .id(attempt.id)), Field("state", "State", state),
                Field("account", "Account", .text(attempt.account)), Field("device", "Device", .text(attempt.device)),
                Field("productId", "Product", .text(attempt.productID)),
                Field("quantity", "Quantity", .number(Int64(attempt.quantity))),
                Field("requestDate", "Requested", .time(attempt.requestDate)),
                Field("failure", "Failed with", .text(attempt.failure?.rawValue)),
                Field("appAccountToken", "App account token", .text(attempt.appAccountToken)),
            ]
        }
    }
}

extension LedgerTransaction {
    fileprivate func fields(_ state: Cell, _ flags: SubscriptionFlags) -> [Field] {
        [
            Field("transactionId", "Id", .id(id)), Field("originalTransactionId", "Original id", .id(originalID)),
            Field("state", "State", state), Field("account", "Account", .text(account)),
            Field("productId", "Product", .text(productID)), Field("type", "Type", .text(productType.rawValue)),
            Field("quantity", "Quantity", .number(Int64(quantity))), Field("price", "Price", .money(price)),
            Field("storefront", "Storefront", .text(storefront.countryCode)),
            Field("transactionReason", "Reason", .text(reason.rawValue)),
            Field("inAppOwnershipType", "Ownership", .text(ownership.rawValue)),
            Field("purchaseDate", "Purchased", .time(purchaseDate)),
            Field("originalPurchaseDate", "Original purchase", .time(originalPurchaseDate)),
            Field("expiresDate", "Expires", .time(expirationDate)),
            Field("subscriptionGroupIdentifier", "Group", .text(subscriptionGroupID)),
            Field("webOrderLineItemId", "Order line", webOrderLineItemID.map(Cell.id) ?? .none),
            Field("appAccountToken", "App account token", .text(appAccountToken)),
            Field("offerType", "Offer type", .number((offer?.type).map { $0.rawValue })),
            Field("offerIdentifier", "Offer", .text(offer?.id)),
            Field("revocationDate", "Revoked", .time(revocation?.date)),
            Field("revocationReason", "Revocation reason", .number(revocation?.reason)),
            Field(
                "refunded", "Refunded",
                refundedMilliunits > 0
                    ? .money(Money(milliunits: refundedMilliunits, currencyCode: price.currencyCode)) : .none),
            Field("isUpgraded", "Upgraded", .flag(isUpgraded)), Field("finished", "Finished", .flag(isFinished)),
            Field("sharedFrom", "Shared from", sharedFrom.map(Cell.id) ?? .none),
            Field("autoRenewing", "Renews", subscriptionGroupID == nil ? .none : .flag(flags.isAutoRenewing)),
            Field("hasPurchaseIssue", "Billing issue", flags.hasPurchaseIssue ? .flag(true) : .none),
            Field(
                "awaitsPriceConsent", "Waits for consent to a price increase",
                flags.isPendingPriceIncreaseConsent ? .flag(true) : .none),
        ]
    }
}

extension SubscriptionStatus.State {
    fileprivate var cell: Cell {
        switch self {
        case .subscribed: .text("active")
        case .inGracePeriod: .text("grace period")
        case .inBillingRetry: .text("billing retry")
        case .expired: .text("expired")
        case .revoked: .text("revoked")
        default: .text("unknown")
        }
    }
}
