using System;
using System.Threading.Tasks;
using IAPBridge;

/// <summary>Tests with the library without a store, which other systems use.</summary>
public static class NoStoreTests
{
    /// <summary>The run script calls this with that library in place of the usual one.</summary>
    public static int Run()
    {
        a_game_runs_and_its_shop_stays_hidden();
        Console.WriteLine("without a store: 1 tests passed, 0 failed");
        return 0;
    }

    private static void a_game_runs_and_its_shop_stays_hidden()
    {
        using (IapClient client = new IapClient(new ClientOptions()))
        {
            int heard = 0;
            client.TransactionUpdated += transaction => heard += transaction.State == TransactionState.Failed ? 1 : 0;
            Program.Check(!client.CanMakePayments, "the shop is hidden");
            Task<Products> asked = client.RequestProductsAsync(new[] { World.Coins });
            Task<Transaction> bought = client.BuyAsync(World.Coins);
            Task restored = client.RestoreAsync();
            while (client.Pump() > 0) { }
            Program.Equal(Status.Unsupported, ((IapException)asked.Exception.InnerException).Status, "products");
            Program.Equal(Status.Unsupported, bought.IsFaulted
                ? ((IapException)bought.Exception.InnerException).Status : bought.Result.Error.Status, "a purchase");
            Program.Equal(Status.Unsupported, ((IapException)restored.Exception.InnerException).Status, "a restore");
        }
        Program.Throws<EntryPointNotFoundException>(() => new IapStore(new StoreOptions()), "there is no store");
    }
}
