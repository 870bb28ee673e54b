using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using IAPBridge;

public static class CancellationTests
{
    [Test]
    public static void a_token_ends_a_request_inside_the_cancel()
    {
        using (World world = new World())
        using (CancellationTokenSource source = new CancellationTokenSource())
        {
            int roots = ErrorTests.RootsCount();
            Task<Products> asked = world.Client.RequestProductsAsync(new[] { World.Coins }, source.Token);
            source.Cancel();
            Program.Check(asked.IsCanceled, "the task is cancelled");
            Program.Equal(roots, ErrorTests.RootsCount(), "nothing is kept");
            world.Pump();
        }
    }

    [Test]
    public static void a_token_that_was_cancelled_before_asks_for_nothing()
    {
        using (World world = new World().Listen())
        {
            CancellationToken cancelled = new CancellationToken(true);
            Program.Check(world.Client.RequestProductsAsync(new[] { World.Coins }, cancelled).IsCanceled, "products");
            Program.Check(world.Client.RestoreAsync(cancelled).IsCanceled, "restore");
            Program.Check(world.Client.BuyAsync(World.Coins, cancelled).IsCanceled, "buy");
            world.Pump();
            Program.Equal(0, world.Heard.Count, "nothing was bought");
        }
    }

    [Test]
    public static void a_payment_goes_on_when_the_waiting_for_it_is_cancelled()
    {
        using (World world = new World().Listen())
        using (CancellationTokenSource source = new CancellationTokenSource())
        {
            Task<Transaction> bought = world.Client.BuyAsync(World.Coins, source.Token);
            source.Cancel();
            Program.Check(bought.IsCanceled, "the task is cancelled");
            world.Pump();
            Program.Equal(TransactionState.Purchased, world.Last.State, "it was paid for, and is heard of");
        }
    }

    [Test]
    public static void a_restore_that_is_cancelled_ends_when_events_are_processed()
    {
        using (World world = new World().Listen())
        using (CancellationTokenSource source = new CancellationTokenSource())
        {
            Task restored = world.Client.RestoreAsync(source.Token);
            source.Cancel();
            world.Pump();
            Program.Check(restored.IsCanceled, "the task is cancelled");
        }
    }

    [Test]
    public static void closing_ends_what_is_open()
    {
        World world = new World().Listen();
        Task[] open =
        {
            world.Client.RequestProductsAsync(new[] { World.Coins }), world.Client.RestoreAsync(),
            world.Client.BuyAsync(World.Coins), world.Client.RequestStorefrontAsync(),
        };
        world.Dispose();
        foreach (Task task in open)
            Program.Equal(Status.Cancelled, ((IapException)task.Exception.InnerException).Status, "status");
    }

    /// <summary>The thread that pumps ends the request itself.</summary>
    [Test]
    public static void a_token_is_cancelled_on_one_thread_while_the_response_comes_on_another()
    {
        using (World world = new World(null, Execution.Background))
        {
            for (int i = 0; i < 300; i++)
            {
                CancellationTokenSource source = new CancellationTokenSource();
                Task<Products> asked = world.Client.RequestProductsAsync(new[] { World.Coins }, source.Token);
                Task cancelling = Task.Run(() => source.Cancel());
                while (!asked.IsCompleted || !cancelling.IsCompleted) world.Client.Pump();
                Program.Check(asked.IsCanceled || asked.Result.Count == 1, "either");
                source.Dispose();
            }
        }
    }

    [Test]
    public static void a_token_is_cancelled_on_one_thread_while_another_closes_the_client()
    {
        for (int i = 0; i < 20; i++)
        {
            using (World world = new World())
            using (CancellationTokenSource source = new CancellationTokenSource())
            {
                Task<Thread> closing = CloseWhileCancelling(world.Client, source);
                world.Client.Pump();
                closing.Result.Join();
            }
        }
    }

    private static async Task<Thread> CloseWhileCancelling(IapClient client, CancellationTokenSource source)
    {
        Task<Products> asked = client.RequestProductsAsync(new[] { World.Coins }, source.Token);
        // It runs before the callback of the request, which was registered earlier.
        ManualResetEventSlim cancels = new ManualResetEventSlim();
        source.Token.Register(cancels.Set);
        await asked;
        Thread cancelling = new Thread(source.Cancel);
        cancelling.Start();
        cancels.Wait();
        client.Dispose();
        return cancelling;
    }

    [Test]
    public static void waking_tells_that_there_is_something_to_pump()
    {
        using (World world = new World(null, Execution.Background))
        using (ManualResetEventSlim woken = new ManualResetEventSlim())
        {
            world.Client.Dispose();
            world.Client = new IapClient(new ClientOptions { Device = world.Device, Wake = woken.Set });
            Task<Products> asked = world.Client.RequestProductsAsync(new[] { World.Coins });
            Program.Check(woken.Wait(TimeSpan.FromSeconds(30)), "woken");
            while (!asked.IsCompleted)
            {
                Program.Check(world.Client.WaitForEvents(TimeSpan.FromSeconds(30)), "something to pump");
                world.Client.Pump();
            }
            Program.Equal(1, asked.Result.Count, "products");
        }
    }
}
