using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using IAPBridge;

/// <summary>Which observers receive which events, and when.</summary>
public static class ObserverTests
{
    [Test]
    public static void a_refund_that_no_event_has_heard_comes_at_the_next_launch()
    {
        ARefundComesAtTheNextLaunch(client => client.TransactionUpdated += transaction => { });
    }

    [Test]
    public static void a_refund_that_comes_after_the_handler_was_removed_comes_at_the_next_launch()
    {
        ARefundComesAtTheNextLaunch(client =>
        {
            Action<Transaction> handler = transaction => { throw new CheckFailed("it was removed"); };
            client.TransactionUpdated += transaction => { };
            client.EntitlementRevoked += handler;
            client.EntitlementRevoked -= handler;
        });
    }

    /// <param name="listen">Subscribes in the launch in which the refund comes, and has no handler for it.</param>
    private static void ARefundComesAtTheNextLaunch(Action<IapClient> listen)
    {
        using (World world = new World())
        {
            listen(world.Client);
            ulong refunded = Refunded(world);
            world.Launch();
            Program.Equal(refunded, Revocations(world).Single(), "the refund");
            world.Launch();
            Program.Equal(0, Revocations(world).Count, "it was heard");
        }
    }

    /// <summary>Buys a product, finishes it, and lets the store refund it.</summary>
    private static ulong Refunded(World world)
    {
        world.Client.AddPayment(new Payment { ProductId = World.Coins });
        world.Pump();
        ulong id = world.Client.QueueTransactions().Single().Id;
        world.Client.Finish(id);
        world.Pump();
        world.Store.Refund(id);
        world.Pump();
        return id;
    }

    private static List<ulong> Revocations(World world)
    {
        List<ulong> heard = new List<ulong>();
        world.Client.EntitlementRevoked += transaction => heard.Add(transaction.Id);
        world.Listen().Pump();
        return heard;
    }

    [Test]
    public static void a_pump_on_another_thread_while_a_handler_is_added_calls_it()
    {
        Waker waker = new Waker();
        using (World world = waker.World())
        {
            int heard = 0;
            world.Client.AddPayment(new Payment { ProductId = World.Coins });
            world.Pump();
            waker.Once(() => Task.Run(() => world.Pump()).Wait());
            world.Client.TransactionUpdated += transaction => heard++;
            world.Pump();
            Program.Check(waker.HasWoken, "the pump was inside the subscription");
            Program.Equal(2, heard, "purchasing and purchased");
        }
    }

    /// <summary>Does something inside the next wake call.</summary>
    private sealed class Waker
    {
        private Action next;

        public bool HasWoken
        {
            get { return next == null; }
        }

        public void Once(Action action)
        {
            next = action;
        }

        public World World()
        {
            World world = new World();
            world.Client.Dispose();
            world.Client = new IapClient(new ClientOptions
            {
                Execution = Execution.Manual,
                Device = world.Device,
                Wake = () =>
                {
                    Action now = Interlocked.Exchange(ref next, null);
                    if (now != null) now();
                },
            });
            return world;
        }
    }

    [Test]
    public static void a_purchase_and_a_restore_are_awaited_until_every_observer_has_heard()
    {
        using (World world = new World())
        {
            world.Client.AddObserver(new IapObserver { TransactionUpdated = transaction => world.Heard.Add("first") });
            world.Listen();
            world.Client.RestoreFinished += request => world.Heard.Add("restored");
            Task shopping = Shop(world);
            world.Pump();
            Program.Equal("first Purchasing first Purchased bought restored ended", string.Join(" ", world.Heard), "the order");
            shopping.Wait();
        }
    }

    private static async Task Shop(World world)
    {
        await world.Client.BuyAsync(World.Coins);
        world.Heard.Add("bought");
        await world.Client.RestoreAsync();
        world.Heard.Add("ended");
    }

    [Test]
    public static void after_a_handler_has_closed_the_client_no_other_is_called()
    {
        World world = new World();
        world.Client.TransactionUpdated += transaction => world.Client.Dispose();
        world.Listen().Client.AddPayment(new Payment { ProductId = World.Coins });
        world.Client.Pump();
        Program.Equal(0, world.Heard.Count, "what the second handler hears");
        world.Dispose();
    }

    [Test]
    public static void closing_inside_a_handler_does_not_throw_what_another_handler_threw()
    {
        World world = new World().Listen();
        world.OnUpdated = transaction => { throw new InvalidOperationException("disk full"); };
        bool isClosed = false;
        world.Client.TransactionUpdated += transaction =>
        {
            world.Client.Dispose();
            isClosed = true;
        };
        world.Client.AddPayment(new Payment { ProductId = World.Coins });
        Exception thrown = Program.Throws<InvalidOperationException>(() => world.Client.Pump(), "Pump");
        Program.Equal("disk full", thrown.Message, "what the pump throws");
        Program.Check(isClosed, "Dispose returned");
        world.Dispose();
    }

    [Test]
    public static void what_a_handler_throws_while_the_client_is_closed_is_printed()
    {
        World world = new World().Listen();
        world.Client.RestoreFailed += (request, error) => { throw new InvalidOperationException("disk full"); };
        Task restored = world.Client.RestoreAsync();
        TextWriter before = Console.Error;
        StringWriter printed = new StringWriter();
        Console.SetError(printed);
        try
        {
            world.Dispose();
        }
        finally
        {
            Console.SetError(before);
        }
        Program.Check(printed.ToString().Contains("disk full"), "printed: " + printed);
        Program.Check(restored.IsFaulted, "the task ends");
    }
}
