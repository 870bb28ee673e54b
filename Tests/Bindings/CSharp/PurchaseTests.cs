using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using IAPBridge;

public static class PurchaseTests
{
    [Test]
    public static void products_are_reported_with_their_texts()
    {
        using (World world = new World())
        {
            Task<Products> asked = world.Client.RequestProductsAsync(new[] { World.Coins, "no.such.product" });
            Program.Check(!asked.IsCompleted, "nothing comes before the pump");
            world.Pump();
            Products products = asked.Result;
            Program.Equal(1, products.Count, "products");
            Program.Equal(World.Coins, products[0].Id, "id");
            Program.Equal(ProductType.Consumable, products[0].Type, "type");
            Program.Equal(990L, products.Single().PriceMilliunits, "price");
            Program.Equal("no.such.product", products.InvalidAt(0), "the id that the store does not know");
            Program.Equal<string>(null, products.InvalidAt(1), "past the end");
            Program.Throws<ArgumentOutOfRangeException>(() => products[1].ToString(), "past the end");
        }
    }

    [Test]
    public static void texts_of_every_script_arrive()
    {
        const string text = "Ünïcödé 金币 \U0001F4B0";
        const string storekit = "{\"version\":{\"major\":4,\"minor\":0},\"products\":[{\"type\":\"Consumable\",\"productID\":\"a.b\"," +
            "\"referenceName\":\"a\",\"internalID\":\"1\",\"displayPrice\":\"0.99\",\"familyShareable\":false," +
            "\"localizations\":[{\"locale\":\"en_US\",\"displayName\":\"" + text + "\",\"description\":\"\"}]}]}";
        using (IapStore store = new IapStore(new StoreOptions { Clock = StoreClock.Virtual, StorekitText = storekit }))
        using (IapDevice device = store.OpenDevice(text, text))
        using (IapClient client = new IapClient(new ClientOptions { Execution = Execution.Manual, Device = device }))
        {
            Task<Products> asked = client.RequestProductsAsync(new[] { "a.b" });
            while (client.Pump() > 0) { }
            Program.Equal(text, asked.Result[0].DisplayName, "the name");
            Program.Equal("", asked.Result[0].Description, "the description");
            ulong id = store.Buy(text, new StorePurchase { ProductId = "a.b" });
            Program.Equal(text, store.GetTransaction(id).Account, "the account");
        }
    }

    [Test]
    public static void a_purchase_is_delivered_and_finished()
    {
        using (World world = new World().Listen())
        {
            List<ulong> removed = new List<ulong>();
            world.Client.TransactionRemoved += transaction => removed.Add(transaction.Id);
            Task<Transaction> bought = world.Client.BuyAsync(new Payment { ProductId = World.Coins, Quantity = 3 });
            world.Pump();
            Program.Equal("Purchasing Purchased", string.Join(" ", world.Heard), "what is heard");
            Transaction transactionBought = bought.Result;
            Program.Equal(TransactionState.Purchased, transactionBought.State, "state");
            Program.Equal(3, transactionBought.Quantity, "quantity");
            Program.Equal(world.Store.TransactionIds().Single(), transactionBought.Id, "the id, of 64 bits");
            Program.Check(transactionBought.Id > int.MaxValue, "the id has more than 32 bits");
            Program.Equal(new DateTime(2026, 1, 1), transactionBought.PurchaseDate.Value.UtcDateTime, "date");
            Program.Equal<DateTimeOffset?>(null, transactionBought.ExpirationDate, "no date");
            Program.Equal<IapError>(null, transactionBought.Error, "error");
            Program.Equal(1, world.Client.QueueTransactions().Count, "unfinished");
            world.Client.Finish(transactionBought);
            world.Pump();
            Program.Equal(transactionBought.Id, removed.Single(), "removed");
            Program.Equal(0UL, world.Store.GetTotals().Unfinished, "unfinished in the store");
            world.Launch();
            world.Listen().Pump();
            Program.Equal(2, world.Heard.Count, "nothing comes again");
        }
    }

    [Test]
    public static void news_waits_while_nobody_subscribes()
    {
        using (World world = new World())
        {
            List<string> heard = new List<string>();
            Action<Transaction> handler = transaction => heard.Add(transaction.State.ToString());
            world.Client.AddPayment(new Payment { ProductId = World.Coins });
            world.Pump();
            world.Client.TransactionUpdated += handler;
            world.Pump();
            Program.Equal("Purchasing Purchased", string.Join(" ", heard), "what waited");
            world.Client.TransactionUpdated -= handler;
            world.Client.AddPayment(new Payment { ProductId = World.Coins });
            world.Pump();
            Program.Equal(2, heard.Count, "nobody subscribes");
            world.Client.TransactionUpdated += handler;
            world.Pump();
            Program.Equal(4, heard.Count, "what waited");
        }
    }

    [Test]
    public static void what_is_awaited_goes_on_inside_the_pump_on_its_thread()
    {
        using (World world = new World().Listen())
        {
            bool isPumping = false;
            List<string> steps = new List<string>();
            int thread = Thread.CurrentThread.ManagedThreadId;
            Action<string> step = what =>
            {
                Program.Equal(thread, Thread.CurrentThread.ManagedThreadId, "the thread of " + what);
                Program.Check(isPumping, what + " is inside the pump");
                steps.Add(what);
            };
            Task shopping = Shop(world.Client, step);
            isPumping = true;
            world.Pump();
            isPumping = false;
            Program.Equal("products bought", string.Join(" ", steps), "steps");
            shopping.Wait();
        }
    }

    private static async Task Shop(IapClient client, Action<string> step)
    {
        Products products = await client.RequestProductsAsync(new[] { World.Coins });
        step("products");
        Transaction bought = await client.BuyAsync(products[0].Id);
        step("bought");
        client.Finish(bought);
    }

    [Test]
    public static void a_context_of_the_pumps_thread_does_not_delay_what_is_awaited()
    {
        SynchronizationContext before = SynchronizationContext.Current;
        // Like Unity's context: posted work runs later.
        SynchronizationContext.SetSynchronizationContext(new LaterContext());
        try
        {
            what_is_awaited_goes_on_inside_the_pump_on_its_thread();
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(before);
        }
    }

    private sealed class LaterContext : SynchronizationContext
    {
        public override void Post(SendOrPostCallback callback, object state)
        {
            throw new CheckFailed("posted");
        }
    }
}
