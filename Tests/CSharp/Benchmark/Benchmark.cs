using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading.Tasks;
using IAPBridge;

/// <summary>C# and C alternate, because both then run under the same conditions. The figures are medians.</summary>
public static class Benchmark
{
    private const int Rounds = 101;
    private const string Coins = "com.example.caves.coins.small";

    public static int Main(string[] arguments)
    {
        if (baseline_open(Encoding.UTF8.GetBytes(arguments[0] + "\0")) != 1) throw new InvalidOperationException("baseline_open");
        using (IapStore store = new IapStore(new StoreOptions { Clock = StoreClock.Virtual, StorekitPath = arguments[0] }))
        using (IapDevice device = store.OpenDevice("player", "phone"), another = store.OpenDevice("idler", "phone"))
        using (IapClient client = new IapClient(new ClientOptions { Execution = Execution.Manual, Device = device }))
        using (IapClient background = new IapClient(new ClientOptions { Device = another }))
        {
            background.TransactionUpdated += transaction => { };
            client.TransactionUpdated += transaction =>
            {
                if (transaction.State == TransactionState.Purchased) client.Finish(transaction);
            };
            Compare("an idle pump", 1, "ns", 100000, count => Idle(background, count), baseline_idle);
            Compare("a purchase, awaited and finished", 1000, "us", 20, count => Purchase(client, count), baseline_purchase);
        }
        return 0;
    }

    private static void Compare(string what, double unit, string name, int count, Func<int, double> ours, Func<int, double> theirs)
    {
        List<double> here = new List<double>(), there = new List<double>();
        ours(count);
        theirs(count);
        for (int i = 0; i < Rounds; i++)
        {
            here.Add(ours(count));
            there.Add(theirs(count));
        }
        double c = Median(there) / unit, csharp = Median(here) / unit;
        Console.WriteLine("{0,-34} C# {1,8:0.0} {2}   C {3,8:0.0} {2}   {4:+0.0;-0.0} {2}   {5:0.00} times",
                          what, csharp, name, c, csharp - c, csharp / c);
    }

    private static double Median(List<double> values)
    {
        return values.OrderBy(value => value).ElementAt(values.Count / 2);
    }

    private static double Idle(IapClient client, int count)
    {
        Stopwatch watch = Stopwatch.StartNew();
        for (int i = 0; i < count; i++) client.Pump();
        return Nanoseconds(watch) / count;
    }

    private static double Purchase(IapClient client, int count)
    {
        Stopwatch watch = Stopwatch.StartNew();
        for (int i = 0; i < count; i++)
        {
            Task<Transaction> bought = client.BuyAsync(Coins);
            while (client.Pump() > 0) { }
            if (bought.Result.State != TransactionState.Purchased) throw new InvalidOperationException("not bought");
        }
        return Nanoseconds(watch) / count;
    }

    private static double Nanoseconds(Stopwatch watch)
    {
        return watch.ElapsedTicks * 1e9 / Stopwatch.Frequency;
    }

    [DllImport("baseline", CallingConvention = CallingConvention.Cdecl)]
    private static extern int baseline_open(byte[] storekitPath);

    [DllImport("baseline", CallingConvention = CallingConvention.Cdecl)]
    private static extern double baseline_idle(int count);

    [DllImport("baseline", CallingConvention = CallingConvention.Cdecl)]
    private static extern double baseline_purchase(int count);
}
