// A console game that sells coins. The command line names the action of the player and the moment of a kill:
//
//     game STOREKIT FOLDER [two-ids] [profile=NAME] [buy | three-taps] [killed-before-grant | killed-before-finish] [totals]
//
// The game grants every purchase exactly once, even if it is killed. With two-ids the store delivers each purchase under two
// transaction ids. A profile gives the store the quirks of a real system. With three-taps the player taps two times, and again
// after the outcome. totals prints what the store has charged.

using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using IAPBridge;

public sealed class Game
{
    private const string CoinsId = "com.example.caves.coins.small";
    private const int CoinsOfOne = 100;

    private readonly IapStore store;
    private readonly IapClient client;
    private readonly SaveGame save;
    private readonly Action<string> moment;

    private Game(IapStore store, IapClient client, SaveGame save, Action<string> moment)
    {
        this.store = store;
        this.client = client;
        this.save = save;
        this.moment = moment;
    }

    public static int Main(string[] arguments)
    {
        string storekit = arguments[0], folder = arguments[1];
        Action<string> moment = name =>
        {
            if (!arguments.Contains("killed-" + name)) return;
            Console.WriteLine("  killed " + name.Replace("-", " the "));
            Process.GetCurrentProcess().Kill();
        };
        // On Linux the game uses a device of the reference App Store, whose clock only the game moves. Leave out these two
        // statements, and the controls of the store, on Apple's systems.
        using (IapStore store = new IapStore(new StoreOptions
               {
                   StorekitPath = storekit, StatePath = Path.Combine(folder, "store"),
                   Clock = StoreClock.Virtual,
               }))
        using (IapDevice device = store.OpenDevice("player", "pc"))
        using (IapClient client = new IapClient(new ClientOptions
               {
                   JournalPath = Path.Combine(folder, "journal"), Device = device, Execution = Execution.Manual,
               }))
        {
            if (arguments.Contains("two-ids")) store.SetQuirk(Quirk.TwoIds, 1);
            foreach (Profile profile in Quirks.Profiles)
            {
                if (arguments.Contains("profile=" + Quirks.NameOf(profile))) store.SetProfile(profile);
            }
            Game game = new Game(store, client, new SaveGame(Path.Combine(folder, "save")), moment);
            game.Run(arguments.Contains("three-taps") ? 3 : arguments.Contains("buy") ? 1 : 0);
            Console.WriteLine("  {0} coins", game.save.Coins);
            StoreTotals totals = store.GetTotals();
            if (arguments.Contains("totals"))
            {
                Console.WriteLine("  {0} charged, {1} unfinished", totals.Transactions, totals.Unfinished);
            }
            return 0;
        }
    }

    /// <summary>
    /// The game loop. Handlers, and the code after an await, run inside Pump(). A game with a screen pumps once per frame. This
    /// game uses manual mode: when Pump() returns 0, no more events follow before the clock moves.
    /// </summary>
    private void Run(int taps)
    {
        client.HandlerFailed += exception => Console.WriteLine("  not granted now: " + exception.Message);
        client.TransactionUpdated += Updated;
        Task playing = Play(taps);
        while (client.Pump() > 0) { }
        for (int second = 0; second < 120; second++) // longer than all delays of the slowest profile
        {
            store.AdvanceClock(1000);
            while (client.Pump() > 0) { }
        }
        if (!playing.Wait(0)) throw new TimeoutException("a request has not ended");
    }

    private async Task Play(int taps)
    {
        Products products = await client.RequestProductsAsync(new[] { CoinsId });
        Console.WriteLine("  {0} costs {1}", products[0].DisplayName, products[0].DisplayPrice);
        if (taps == 0) return;
        Task first = Tap();
        if (taps > 1) await Tap();
        await first;
        if (taps > 2) await Tap();
    }

    private async Task Tap()
    {
        // A payment is also cancelled if an earlier purchase waits to be finished: that purchase comes by itself.
        Transaction bought = await client.BuyAsync(CoinsId);
        if (bought.Error != null && !bought.Error.IsCancelled) Console.WriteLine("  not bought: " + bought.Error);
    }

    /// <summary>Grants and saves a purchase, and finishes it when the save is on the disk.</summary>
    private void Updated(Transaction transaction)
    {
        switch (transaction.State)
        {
            case TransactionState.Purchased:
                // A later version of the game may know the product. Unfinished, the purchase comes again at each launch.
                if (transaction.ProductId != CoinsId) return;
                moment("before-grant");
                // One purchase may have two transaction ids. Its original id is the same in both. If the save cannot be written,
                // Grant throws. Then the purchase stays unfinished, and the next launch delivers it again.
                bool isNew = save.Grant(transaction.OriginalId, CoinsOfOne * transaction.Quantity);
                Console.WriteLine("  delivery {0}: {1}", transaction.DeliveryCount, isNew ? "granted" : "granted before");
                moment("before-finish");
                client.Finish(transaction);
                break;
            case TransactionState.Restored: // grants no coins; this finish never ends a purchase that waits to be granted
            case TransactionState.Failed:
                client.Finish(transaction);
                break;
        }
    }
}

/// <summary>The coins on the disk, each grant with the original id of its transaction.</summary>
public sealed class SaveGame
{
    private readonly string path;
    private string[] grants;

    public SaveGame(string path)
    {
        this.path = path;
        grants = File.Exists(path) ? File.ReadAllLines(path) : new string[0];
    }

    public int Coins
    {
        get { return grants.Sum(grant => int.Parse(grant.Split(' ')[1])); }
    }

    /// <summary>Returns when the grant is on the disk. Returns false if it was granted before.</summary>
    public bool Grant(ulong id, int coins)
    {
        if (grants.Any(grant => grant.Split(' ')[0] == id.ToString())) return false;
        string[] next = grants.Concat(new[] { id + " " + coins }).ToArray();
        string written = path + ".new";
        using (FileStream file = new FileStream(written, FileMode.Create))
        {
            byte[] bytes = System.Text.Encoding.UTF8.GetBytes(string.Join("\n", next) + "\n");
            file.Write(bytes, 0, bytes.Length);
            file.Flush(true);
        }
        if (File.Exists(path)) File.Replace(written, path, null);
        else File.Move(written, path);
        grants = next;
        return true;
    }
}
