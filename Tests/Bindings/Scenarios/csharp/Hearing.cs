using System;
using IAPBridge;

/// <summary>Logs observers' events, completions and polled events.</summary>
public sealed class Hearing
{
    private readonly Log log;

    public Hearing(Log log)
    {
        this.log = log;
    }

    public Transaction LastTransaction { get; private set; }

    public PurchaseIntent LastIntent { get; private set; }

    public void Forget()
    {
        LastTransaction = null;
        LastIntent = null;
    }

    public IapObserver Observer(string who, Action<Transaction> afterUpdate)
    {
        return new IapObserver
        {
            TransactionUpdated = transaction =>
            {
                Tell(who, "updated", transaction);
                afterUpdate(transaction);
            },
            TransactionRemoved = transaction => Tell(who, "removed", transaction),
            RestoreFinished = request => Tell(who, "restore_finished", request, null),
            RestoreFailed = (request, error) => Tell(who, "restore_failed", request, error),
            EntitlementRevoked = transaction => Tell(who, "revoked", transaction),
            EntitlementChanged = (productId, isOwned) => TellEntitlement(who, productId, isOwned),
            StorefrontChanged = (country, identifier) => TellStorefront(who, "storefront_changed", 0, country, identifier, null),
            ProblemReported = error => Tell(who, "problem", 0, error),
            SubscriptionStatusChanged = status => log.Begin(who + ": status").Fields(status).Print(),
            PurchaseIntentReceived = intent => TellIntent(who, intent),
            VerificationRequested = transaction => Tell(who, "verify", transaction),
        };
    }

    public void Tell(string who, string what, ulong request, IapError error)
    {
        log.Begin(who + ": " + what).Id("request", request).Error(error).Print();
    }

    public void TellProducts(string who, ulong request, Products products, IapError error)
    {
        Tell(who, "products", request, error);
        if (products == null) return;
        foreach (Product product in products) log.Begin("  product").Fields(product).Print();
        for (int i = 0; i < products.InvalidCount; i++) log.Begin("  invalid").Text("product", products.InvalidAt(i)).Print();
    }

    public void TellTransactions(string who, ulong request, Transactions transactions, IapError error)
    {
        Tell(who, "transactions", request, error);
        if (transactions != null) List(transactions);
    }

    public void List(Transactions transactions)
    {
        foreach (Transaction transaction in transactions) log.Begin("  transaction").Fields(transaction).Print();
    }

    public void TellStatuses(string who, ulong request, SubscriptionStatuses statuses, IapError error)
    {
        Tell(who, "statuses", request, error);
        if (statuses == null) return;
        foreach (SubscriptionStatus status in statuses) log.Begin("  status").Fields(status).Print();
    }

    public void TellStorefront(string who, string what, ulong request, string country, string identifier, IapError error)
    {
        log.Begin(who + ": " + what).Id("request", request).Text("country", country).Text("identifier", identifier)
            .Error(error).Print();
    }

    public void TellEvent(QueuedEvent heard)
    {
        const string who = "event";
        ulong request = heard.RequestId;
        IapError error = heard.Error;
        switch (heard.Type)
        {
            case EventType.ProductsReceived: TellProducts(who, request, heard.Products, error); break;
            case EventType.TransactionsReceived: TellTransactions(who, request, heard.Transactions, error); break;
            case EventType.StorefrontReceived:
                TellStorefront(who, "storefront", request, heard.StorefrontCountryCode, heard.StorefrontIdentifier, error);
                break;
            case EventType.TransactionUpdated: Tell(who, "updated", heard.Transaction); break;
            case EventType.TransactionRemoved: Tell(who, "removed", heard.Transaction); break;
            case EventType.RestoreFinished: Tell(who, "restore_finished", request, null); break;
            case EventType.RestoreFailed: Tell(who, "restore_failed", request, error); break;
            case EventType.EntitlementRevoked: Tell(who, "revoked", heard.Transaction); break;
            case EventType.EntitlementChanged: TellEntitlement(who, heard.ProductId, heard.Flag); break;
            case EventType.StorefrontChanged:
                TellStorefront(who, "storefront_changed", 0, heard.StorefrontCountryCode, heard.StorefrontIdentifier, null);
                break;
            case EventType.ProblemReported: Tell(who, "problem", 0, error); break;
            case EventType.RequestCompleted: Tell(who, "completed", request, error); break;
            case EventType.SubscriptionStatusesReceived: TellStatuses(who, request, heard.SubscriptionStatuses, error); break;
            case EventType.SubscriptionStatusChanged: log.Begin(who + ": status").Fields(heard.SubscriptionStatus).Print(); break;
            case EventType.PurchaseIntentReceived: TellIntent(who, heard.PurchaseIntent); break;
            case EventType.VerificationRequested: Tell(who, "verify", heard.Transaction); break;
            default: throw new PlayFailed("an event of a kind that no scenario brings about: " + heard.Type);
        }
    }

    private void Tell(string who, string what, Transaction transaction)
    {
        log.Begin(who + ": " + what).Fields(transaction).Print();
        LastTransaction = transaction;
    }

    private void TellEntitlement(string who, string productId, bool isOwned)
    {
        log.Begin(who + ": entitlement").Text("product", productId).Number("owned", isOwned ? 1 : 0).Print();
    }

    private void TellIntent(string who, PurchaseIntent intent)
    {
        log.Begin(who + ": intent").Text("product", intent.ProductId).Word("offer", intent.OfferType)
            .Text("offer_id", intent.OfferId).Print();
        LastIntent = intent;
    }
}
