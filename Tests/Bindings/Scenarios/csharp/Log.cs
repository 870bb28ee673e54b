using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using IAPBridge;

/// <summary>The list has something that the player does not know.</summary>
public sealed class PlayFailed : Exception
{
    public PlayFailed(string message) : base(message) { }
}

/// <summary>One line of the log: a beginning, and the fields that are not empty.</summary>
public sealed class Line
{
    private readonly StringBuilder text;
    private readonly Log log;

    public Line(Log log, string beginning)
    {
        this.log = log;
        text = new StringBuilder(beginning);
    }

    public Line Text(string name, string value)
    {
        return string.IsNullOrEmpty(value) ? this : Raw(name, Log.Escaped(value));
    }

    public Line Number(string name, long value)
    {
        return value == 0 ? this : Raw(name, value.ToString());
    }

    public Line Id(string name, ulong value)
    {
        return value == 0 ? this : Raw(name, value.ToString());
    }

    /// <summary>The field "id", whose values get variables.</summary>
    public Line Id(ulong value)
    {
        if (value != 0 && !log.Ids.Contains(value)) log.Ids.Add(value);
        return Id("id", value);
    }

    public Line Flag(string name, bool value)
    {
        return Number(name, value ? 1 : 0);
    }

    public Line Date(string name, DateTimeOffset? value)
    {
        return Number(name, value == null ? 0 : value.Value.ToUnixTimeMilliseconds());
    }

    /// <summary>NonConsumable is non_consumable; a value without a name, or below 0, is its number.</summary>
    public Line Word(string name, Enum value)
    {
        int number = Convert.ToInt32(value);
        if (number <= 0 || !Enum.IsDefined(value.GetType(), value)) return Number(name, number);
        return Raw(name, string.Concat(value.ToString().Select(
            (letter, i) => (i > 0 && char.IsUpper(letter) ? "_" : "") + char.ToLowerInvariant(letter))));
    }

    public Line Error(IapError error)
    {
        if (error == null) return this;
        return Text("error", error.Name).Flag("retryable", error.IsRetryable).Text("domain", error.StoreDomain)
            .Number("code", error.StoreCode).Text("message", error.Message);
    }

    public Line Fields(Transaction transaction)
    {
        return Word("state", transaction.State).Id(transaction.Id).Id("original", transaction.OriginalId)
            .Id("payment", transaction.PaymentId).Text("product", transaction.ProductId).Number("quantity", transaction.Quantity)
            .Number("price", transaction.PriceMilliunits).Text("currency", transaction.CurrencyCode)
            .Date("date", transaction.PurchaseDate).Date("expires", transaction.ExpirationDate)
            .Date("revoked", transaction.RevocationDate).Word("revocation", transaction.RevocationType)
            .Word("reason", transaction.Reason).Word("ownership", transaction.Ownership).Word("offer", transaction.OfferType)
            .Text("offer_id", transaction.OfferId).Text("token", transaction.AppAccountToken)
            .Flag("upgraded", transaction.IsUpgraded).Number("count", transaction.DeliveryCount)
            .Word("delivery", transaction.DeliveryState).Error(transaction.Error);
    }

    public Line Fields(SubscriptionStatus status)
    {
        RenewalInfo info = status.RenewalInfo;
        Transaction transaction = status.Transaction;
        return Word("state", status.State).Text("group", status.GroupId).Id(transaction.Id).Text("product", transaction.ProductId)
            .Date("expires", transaction.ExpirationDate).Flag("renews", info.WillAutoRenew).Text("next", info.AutoRenewProductId)
            .Word("reason", info.ExpirationReason).Word("increase", info.PriceIncrease).Flag("retry", info.IsInBillingRetry)
            .Date("grace", info.GracePeriodExpirationDate);
    }

    public Line Fields(Product product)
    {
        return Text("product", product.Id).Word("type", product.Type).Number("price", product.PriceMilliunits)
            .Text("currency", product.CurrencyCode).Text("display", product.DisplayPrice).Text("name", product.DisplayName)
            .Text("description", product.Description).Flag("family", product.IsFamilyShareable)
            .Text("group", product.SubscriptionGroupId).Number("level", product.SubscriptionGroupLevel)
            .Number("offers", product.OfferCount).Flag("cached", product.IsCached);
    }

    public Line Fields(StoreTransaction entry)
    {
        return Text("account", entry.Account).Word("state", entry.State).Id(entry.Id).Id("original", entry.OriginalId)
            .Text("product", entry.ProductId).Number("quantity", entry.Quantity).Number("price", entry.PriceMilliunits)
            .Number("refunded", entry.RefundedMilliunits).Flag("issue", entry.HasPurchaseIssue)
            .Flag("asks", entry.IsPendingAskToBuy).Flag("finished", entry.IsFinished);
    }

    public Line Fields(InventoryItem item)
    {
        return Text("name", item.Name).Number("balance", item.Balance).Flag("unlocked", item.IsUnlocked)
            .Date("expires", item.ExpirationDate);
    }

    public void Print()
    {
        log.Print(text.ToString());
    }

    private Line Raw(string name, string value)
    {
        text.Append(' ').Append(name).Append('=').Append(value);
        return this;
    }
}

/// <summary>The log of the scenarios, and what it gives names to.</summary>
public sealed class Log
{
    private readonly TextWriter output;

    public Log(TextWriter output)
    {
        this.output = output;
    }

    /// <summary>$1, $2, ... of the scenario.</summary>
    public readonly List<ulong> Ids = new List<ulong>();

    public void Print(string line)
    {
        output.Write(line + "\n");
    }

    public Line Begin(string beginning)
    {
        return new Line(this, beginning);
    }

    public static string Escaped(string text)
    {
        StringBuilder escaped = new StringBuilder();
        foreach (byte one in Encoding.UTF8.GetBytes(text))
        {
            if (one > 0x20 && one < 0x7F && one != '\\') escaped.Append((char)one);
            else escaped.Append("\\x").Append(one.ToString("X2"));
        }
        return escaped.ToString();
    }
}
