using System;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Threading.Tasks;
using IAPBridge;

/// <summary>C# and C alternate. The figures are the fastest of all rounds, in nanoseconds.</summary>
public static class Benchmark
{
    private const int Rounds = 11, Purchases = 200, Pumps = 100000;
    private const string Coins = "com.example.caves.coins.small";

    public static int Main(string[] arguments)
    {
        double[] here = { double.MaxValue, double.MaxValue }, there = { double.MaxValue, double.MaxValue };
        using (IapStore store = new IapStore(new StoreOptions { Clock = StoreClock.Virtual, StorekitPath = arguments[1] }))
        using (IapDevice device = store.OpenDevice("player", "phone"), another = store.OpenDevice("idler", "phone"))
        using (IapClient client = new IapClient(new ClientOptions { Execution = Execution.Manual, Device = device }))
        using (IapClient background = new IapClient(new ClientOptions { Device = another }))
        {
            background.TransactionUpdated += transaction => { };
            client.TransactionUpdated += transaction =>
            {
                if (transaction.State == TransactionState.Purchased) client.Finish(transaction);
            };
            for (int round = 0; round < Rounds; round++)
            {
                Note(here, Time(Purchases, () => Buy(client)), Time(Pumps, () => background.Pump()));
                double[] c = InC(arguments[0], string.Join(" ", arguments[1], Coins, Purchases, Pumps));
                Note(there, c[0], c[3]);
            }
        }
        string[] names = { "a purchase, awaited and finished", "an idle pump" };
        for (int i = 0; i < names.Length; i++)
            Console.WriteLine("{0,-34} C# {1,8:0} ns   C {2,8:0} ns", names[i], here[i], there[i]);
        return 0;
    }

    private static void Note(double[] best, double purchase, double pump)
    {
        best[0] = Math.Min(best[0], purchase);
        best[1] = Math.Min(best[1], pump);
    }

    private static double Time(int count, Action action)
    {
        Stopwatch watch = Stopwatch.StartNew();
        for (int i = 0; i < count; i++) action();
        return watch.ElapsedTicks * 1e9 / Stopwatch.Frequency / count;
    }

    private static void Buy(IapClient client)
    {
        Task<Transaction> bought = client.BuyAsync(Coins);
        while (client.Pump() > 0) { }
        if (bought.Result.State != TransactionState.Purchased) throw new InvalidOperationException("not bought");
    }

    private static double[] InC(string program, string words)
    {
        ProcessStartInfo start = new ProcessStartInfo(program, words) { UseShellExecute = false, RedirectStandardOutput = true };
        using (Process process = Process.Start(start))
            return process.StandardOutput.ReadToEnd().Split(' ').Select(word => double.Parse(word, CultureInfo.InvariantCulture)).ToArray();
    }
}
