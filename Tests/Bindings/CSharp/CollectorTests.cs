using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using IAPBridge;

public static class CollectorTests
{
    [Test]
    public static void collecting_in_every_callback_loses_nothing()
    {
        using (World world = new World().Listen())
        {
            world.OnUpdated = transaction =>
            {
                Collect();
                if (transaction.State == TransactionState.Purchased) world.Client.Finish(transaction);
                Collect();
            };
            for (int i = 0; i < 20; i++)
            {
                Task<Products> asked = Ask(world.Client);
                world.Client.BuyAsync(World.Coins);
                Collect();
                world.Pump();
                Program.Equal(1, asked.Result.Count, "products");
            }
            Program.Equal(40, world.Heard.Count, "what is heard");
            Program.Equal(0UL, world.Store.GetTotals().Unfinished, "unfinished");
        }
    }

    /// <summary>Only the library still refers to the task and the handler.</summary>
    [Test]
    public static void what_the_library_calls_survives_collection()
    {
        using (World world = new World())
        {
            List<string> heard = new List<string>();
            Subscribe(world.Client, heard);
            Collect();
            world.Pump();
            Program.Equal("Purchased Purchasing products", string.Join(" ", heard.OrderBy(one => one, StringComparer.Ordinal)), "what is heard");
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Subscribe(IapClient client, List<string> heard)
    {
        client.RequestProductsAsync(new[] { World.Coins }).ContinueWith(
            products => heard.Add("products"), TaskContinuationOptions.ExecuteSynchronously);
        client.AddObserver(new IapObserver { TransactionUpdated = transaction => heard.Add(transaction.State.ToString()) });
        client.AddPayment(new Payment { ProductId = World.Coins });
    }

    [Test]
    public static void finalizers_after_the_client_was_closed_do_no_harm()
    {
        for (int i = 0; i < 20; i++)
        {
            Abandon();
            Collect();
        }
    }

    /// <summary>Snapshots of all kinds, and parts of them, that exist longer than the client and are never disposed.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Abandon()
    {
        using (World world = new World().Listen())
        {
            Task<Products> asked = world.Client.RequestProductsAsync(world.Store.GetProductIds());
            Task<SubscriptionStatuses> statuses = world.Client.RequestSubscriptionStatusesAsync(null);
            world.Client.BuyAsync("com.example.caves.club.monthly");
            world.Pump();
            int offers = asked.Result.Sum(product => Enumerable.Range(0, product.OfferCount).Count(i => product.OfferAt(i) != null));
            Program.Check(offers > 0, "offers");
            Program.Check(statuses.IsCompleted && world.Client.QueueTransactions().Count == 1, "transactions");
        }
    }

    private static string[] GetProductIds(this IapStore store)
    {
        return Enumerable.Range(0, store.ProductCount).Select(store.ProductIdAt).ToArray();
    }

    /// <summary>A part keeps its parent alive, whichever of them the garbage collector finds first.</summary>
    [Test]
    public static void a_part_outlives_the_objects_that_it_came_from()
    {
        using (World world = new World())
        {
            Offer offer = FirstOffer(world);
            Collect();
            Program.Equal(OfferType.Introductory, offer.Type, "the offer is there");
            offer.Dispose();
            Program.Throws<ObjectDisposedException>(() => offer.Type.ToString(), "disposed");
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Offer FirstOffer(World world)
    {
        Task<Products> asked = world.Client.RequestProductsAsync(new[] { "com.example.caves.club.monthly" });
        world.Pump();
        using (Product product = asked.Result[0]) return product.OfferAt(0);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Task<Products> Ask(IapClient client)
    {
        return client.RequestProductsAsync(new[] { World.Coins });
    }

    [Test]
    public static void ten_thousand_launches_take_no_memory_handles_or_threads()
    {
        Play(2000);
        int roots = ErrorTests.RootsCount();
        long memory = Resident(), managed = GC.GetTotalMemory(true);
        int descriptors = Count("/proc/self/fd"), threads = Count("/proc/self/task");
        Play(10000);
        Program.Equal(roots, ErrorTests.RootsCount(), "objects that C knows");
        Program.Check(Count("/proc/self/fd") <= descriptors, "descriptors");
        Program.Check(Count("/proc/self/task") <= threads + 2, "threads: " + threads + " before, now " + Count("/proc/self/task"));
        long grown = Resident() - memory, managedGrown = GC.GetTotalMemory(true) - managed;
        Program.Check(managedGrown < 100 * 1024, "managed memory grew by " + managedGrown + " bytes");
        Program.Check(grown < 2048 * 1024, "memory grew by " + grown + " bytes");
        Console.WriteLine("10,000 launches: {0} KiB more in all, {1} bytes more of them managed", grown / 1024, managedGrown);
    }

    /// <summary>A store records requests for its log; therefore the test sometimes opens a new store.</summary>
    private static void Play(int launches)
    {
        for (int i = 0; i < launches; i += 500)
        {
            using (IapStore store = new IapStore(new StoreOptions { Clock = StoreClock.Virtual, StorekitPath = Program.Storekit }))
                for (int launch = 0; launch < 500; launch++) PlayOnce(store);
            Collect();
        }
    }

    /// <summary>Opens, buys, finishes and closes.</summary>
    private static void PlayOnce(IapStore store)
    {
        using (IapDevice device = store.OpenDevice("player", "phone"))
        using (IapClient client = new IapClient(new ClientOptions { Execution = Execution.Manual, Device = device }))
        {
            client.TransactionUpdated += transaction =>
            {
                if (transaction.State == TransactionState.Purchased) client.Finish(transaction);
            };
            Task<Transaction> bought = client.BuyAsync(World.Coins);
            while (client.Pump() > 0) { }
            Program.Equal(TransactionState.Purchased, bought.Result.State, "state");
        }
    }

    private static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }

    private static int Count(string folder)
    {
        return Directory.GetFileSystemEntries(folder).Length;
    }

    private static long Resident()
    {
        return long.Parse(File.ReadAllText("/proc/self/statm").Split(' ')[1]) * Environment.SystemPageSize;
    }
}
