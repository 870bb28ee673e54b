using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using IAPBridge;
using IAPBridge.Native;

public static class ErrorTests
{
    [Test]
    public static void a_refused_call_says_what_and_where()
    {
        IapException exception = Program.Throws<IapException>(
            () => new IapStore(new StoreOptions { StorekitPath = "nothing.storekit" }), "does not exist");
        Program.Equal(Status.InvalidStoreFile, exception.Status, "status");
        Program.Equal("IAP_ERROR_INVALID_STORE_FILE", exception.Name, "name");
        Program.Equal(Category.InvalidArgument, exception.Error.Category, "category");
        Program.Check(exception.Message.Contains("nothing.storekit"), exception.Message);
    }

    [Test]
    public static void a_refused_request_fails_its_task()
    {
        using (World world = new World())
        {
            int roots = RootsCount();
            Task<Products> asked = world.Client.RequestProductsAsync(new[] { "" });
            Program.Equal(Status.InvalidText, ((IapException)asked.Exception.InnerException).Status, "an empty id");
            Program.Equal(0UL, ((IapRequest)asked.AsyncState).Id, "no id");
            Program.Equal(roots, RootsCount(), "nothing is kept");
        }
    }

    [Test]
    public static void a_text_that_c_cannot_take_is_refused()
    {
        using (World world = new World().Listen())
        {
            foreach (string text in new[] { "a\0b", "\uD83D" })
            {
                Program.Refuses(Status.InvalidText, () => world.Client.Owns(text));
                Program.Equal(Status.InvalidText, Refusal(() => world.Client.BuyAsync(text)).Status, "status");
                int roots = RootsCount();
                IapException refused = Refusal(() => world.Client.RequestProductsAsync(new[] { "fine", text }));
                Program.Check(refused.Message.Contains("productIds[1]"), refused.Message);
                Program.Equal(roots, RootsCount(), "nothing is kept");
            }
        }
    }

    [Test]
    public static void null_is_refused_where_something_is_needed()
    {
        using (World world = new World().Listen())
        {
            Program.Throws<ArgumentNullException>(() => world.Client.Finish(null), "Finish");
            Program.Throws<ArgumentNullException>(() => world.Client.RecordGrant(null), "RecordGrant");
            Program.Throws<ArgumentNullException>(() => world.Client.AddObserver(null), "AddObserver");
            Program.Throws<ArgumentNullException>(() => world.Client.DisplayMessageAsync(null), "DisplayMessageAsync");
            Program.Refuses(Status.InvalidArgument, () => world.Client.AddPayment(null));
            Program.Refuses(Status.InvalidArgument, () => world.Client.Owns(null));
        }
    }

    [Test]
    public static void buying_without_a_subscriber_is_refused()
    {
        using (World world = new World())
        {
            IapException refused = Refusal(() => world.Client.BuyAsync(World.Coins));
            Program.Equal(Status.InvalidState, refused.Status, "status");
            Program.Check(refused.Message.Contains("TransactionUpdated"), refused.Message);
            Program.Equal(0, world.Client.QueueTransactions().Count, "nothing was bought");
        }
    }

    [Test]
    public static void a_closed_client_is_safe_to_use()
    {
        World world = new World().Listen();
        world.Client.BuyAsync(World.Coins);
        world.Pump();
        Action<Transaction> late = transaction => { };
        world.Dispose();
        world.Client.Dispose();
        Program.Refuses(Status.Closed, () => world.Client.Pump());
        Program.Refuses(Status.Closed, () => world.Client.Finish(world.Last));
        Program.Refuses(Status.Closed, () => world.Client.TransactionUpdated += late);
        Program.Equal(Status.Closed, Refusal(() => world.Client.BuyAsync(World.Coins)).Status, "BuyAsync");
        Program.Equal(Status.Closed, Refusal(() => world.Client.RequestProductsAsync(new[] { World.Coins })).Status, "products");
        world.Client.TransactionUpdated -= late;
        Program.Equal(TransactionState.Purchased, world.Last.State, "a snapshot outlives the client");
    }

    [Test]
    public static void questions_that_fail_throw_and_are_never_true()
    {
        World world = new World();
        Program.Check(!world.Client.Owns(World.Editor) && world.Client.CanMakePayments, "the answers");
        Program.Refuses(Status.InvalidText, () => world.Client.Owns(""));
        Program.Refuses(Status.InvalidArgument, () => world.Client.Supports((Feature)4711));
        Program.Refuses(Status.InvalidState, () => world.Client.InventoryBalance("coins"));
        Program.Refuses(Status.InvalidState, () => world.Client.InventoryIsUnlocked("editor"));
        world.Dispose();
        Program.Refuses(Status.Closed, () => world.Client.Owns(World.Editor));
        Program.Refuses(Status.Closed, () => world.Client.CanMakePayments.ToString());
    }

    [Test]
    public static void a_disposed_snapshot_says_so()
    {
        using (World world = new World().Listen())
        {
            world.Client.BuyAsync(World.Coins);
            world.Pump();
            world.Last.Dispose();
            Program.Throws<ObjectDisposedException>(() => world.Last.Id.ToString(), "Id");
            Program.Throws<ObjectDisposedException>(() => world.Client.Finish(world.Last), "Finish");
        }
    }

    [Test]
    public static void pumping_inside_a_handler_or_on_a_second_thread_is_refused()
    {
        using (World world = new World().Listen())
        {
            List<Status> found = new List<Status>();
            world.OnUpdated = transaction =>
            {
                found.Add(Program.Throws<IapException>(() => world.Client.Pump(), "inside").Status);
                found.Add(Task.Run(() => Program.Throws<IapException>(() => world.Client.Pump(), "beside").Status).Result);
            };
            world.Client.AddPayment(new Payment { ProductId = World.Coins });
            world.Client.Pump();
            Program.Check(found.Count >= 2 && found[0] == Status.Reentrant && found[1] == Status.WrongThread, string.Join(" ", found));
        }
    }

    [Test]
    public static void an_exception_of_a_handler_is_reported_and_the_purchase_stays_unfinished()
    {
        string folder = Program.NewFolder();
        using (World world = new World(folder).Listen())
        {
            List<Exception> failed = new List<Exception>();
            int heardBySecond = 0;
            world.Client.HandlerFailed += failed.Add;
            world.Client.TransactionUpdated += transaction => heardBySecond++;
            world.OnUpdated = transaction => { throw new InvalidOperationException("disk full"); };
            Task<Transaction> bought = world.Client.BuyAsync(World.Coins);
            world.Pump();
            Program.Equal("disk full disk full", string.Join(" ", failed.Select(one => one.Message)), "reported");
            Program.Equal(2, heardBySecond, "the second handler hears");
            Program.Equal(TransactionState.Purchased, bought.Result.State, "what is awaited ends");
        }
        using (World world = new World(folder).Listen())
        {
            world.Pump();
            Program.Equal(TransactionState.Purchased, world.Last.State, "it comes again");
            Program.Equal(2, world.Last.DeliveryCount, "for the second time");
        }
    }

    [Test]
    public static void an_exception_that_nobody_hears_of_comes_out_of_the_pump()
    {
        using (World world = new World().Listen())
        {
            world.OnUpdated = transaction => { throw new InvalidOperationException(transaction.State.ToString()); };
            world.Client.AddPayment(new Payment { ProductId = World.Coins });
            Exception thrown = Program.Throws<InvalidOperationException>(() => world.Pump(), "Pump");
            Program.Equal("Purchasing", thrown.Message, "the first one");
            world.OnUpdated = transaction => { };
            world.Pump();
            Program.Equal(TransactionState.Purchased, world.Last.State, "the pump goes on");
        }
    }

    [Test]
    public static void a_client_may_be_closed_inside_a_handler()
    {
        World world = new World().Listen();
        world.OnUpdated = transaction => world.Client.Dispose();
        Task<Transaction> bought = world.Client.BuyAsync(World.Coins);
        world.Client.Pump();
        Program.Equal(1, world.Heard.Count, "nothing is heard after it");
        Program.Equal(Status.Cancelled, ((IapException)bought.Exception.InnerException).Status, "what is awaited ends");
        world.Dispose();
    }

    [Test]
    public static void the_log_and_the_version_are_reported()
    {
        List<string> lines = new List<string>();
        IapLibrary.SetLog(LogLevel.Debug, (level, line) => { lock (lines) lines.Add(line); });
        try
        {
            new World().Dispose();
        }
        finally
        {
            IapLibrary.SetLog(LogLevel.None, null);
        }
        Program.Check(lines.Count > 0, "lines of the log");
        Program.Equal(IapConstants.HeaderVersion, C.iap_version(), "version");
        int number = (int)IapConstants.HeaderVersion;
        Program.Equal(new Version(number >> 16, number >> 8 & 255, number & 255), IapLibrary.Version, "version");
    }

    public static int RootsCount()
    {
        Type roots = typeof(IapClient).Assembly.GetType("IAPBridge.Native.Roots");
        return (int)roots.GetProperty("Count", System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static)
                         .GetValue(null, null);
    }

    /// <summary>The exception of a method with a task, thrown immediately or through its task.</summary>
    private static IapException Refusal(Func<Task> call)
    {
        return Program.Throws<IapException>(() => call().GetAwaiter().GetResult(), "refused");
    }
}
