using System;
using System.Threading.Tasks;
using IAPBridge;

/// <summary>What growth.py has added to the headers is available, without a hand-written line.</summary>
public static class Uses
{
    public static async Task All(IapClient client, IapStore store, Product product, Transaction transaction)
    {
        string colour = product.Colour;
        DateTimeOffset? date = transaction.ColourDate;
        Products products = await client.RequestColoursAsync(new[] { colour });
        await client.InventoryPaintAsync("paint", products.Count, date.ToString());
        store.SetColour(client.HasColour(colour));
        colour = store.SignColour(new StoreNotification());
        bool isColour = product.Type == ProductType.Colour;
        client.ColourChanged += (country, identifier) => { };
        client.AddObserver(new IapObserver { ColourChanged = (country, identifier) => { } });
        new IapClient(new ClientOptions { Colour = isColour ? colour : null }).Dispose();
    }
}
