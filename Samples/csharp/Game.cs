// A game on the console that sells coins. It is launched with what the player does, and the moment at which it is killed:
//
//     game STOREKIT FOLDER [buy] [killed-before-grant | killed-before-finish]
//
// What was paid for is there exactly once, however often the game is killed.

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

    private readonly IapClient client;
    private readonly SaveGame save;
    private readonly Action<string> moment;

    private Game(IapClient client, SaveGame save, Action<string> moment)
    {
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
        // On Linux the game runs on a device of the reference App Store. On Apple's systems these two lines are absent.
        using (IapStore store = new IapStore(new StoreOptions
               {
                   StorekitPath = storekit, StatePath = Path.Combine(folder, "store"),
               }))
        using (IapDevice device = store.OpenDevice("player", "pc"))
        using (IapClient client = new IapClient(new ClientOptions
               {
                   JournalPath = Path.Combine(folder, "journal"), Device = device, Execution = Execution.Manual,
               }))
        {
            if (arguments.Contains("two-ids")) store.SetHabit(Habit.TwoIds, 1);
            Game game = new Game(client, new SaveGame(Path.Combine(folder, "save")), moment);
            game.Run(arguments.Contains("buy"));
            Console.WriteLine("  {0} coins", game.save.Coins);
            return 0;
        }
    }

    /// <summary>
    /// The game loop. Handlers and what follows an await run inside Pump(). A game with a screen pumps once per frame; in
    /// manual mode this one knows that nothing more comes when Pump() brings nothing.
    /// </summary>
    private void Run(bool buys)
    {
        client.HandlerFailed += exception => Console.WriteLine("  not granted now: " + exception.Message);
        client.TransactionUpdated += Updated;
        Task playing = Play(buys);
        while (client.Pump() > 0) { }
        playing.GetAwaiter().GetResult();
    }

    private async Task Play(bool buys)
    {
        Products products = await client.RequestProductsAsync(new[] { CoinsId });
        Console.WriteLine("  {0} costs {1}", products[0].DisplayName, products[0].DisplayPrice);
        if (!buys) return;
        Transaction bought = await client.BuyAsync(CoinsId);
        if (bought.Error != null && !bought.Error.IsCancelled) Console.WriteLine("  not bought: " + bought.Error);
    }

    /// <summary>Grants and saves what is paid for, and finishes when that is on disk.</summary>
    private void Updated(Transaction transaction)
    {
        switch (transaction.State)
        {
            case TransactionState.Purchased:
            case TransactionState.Restored:
                moment("before-grant");
                // One purchase may have two transaction ids. Its original id is the same in both.
                bool isNew = save.Grant(transaction.OriginalId, CoinsOfOne * transaction.Quantity);
                Console.WriteLine("  delivery {0}: {1}", transaction.DeliveryCount, isNew ? "granted" : "granted before");
                moment("before-finish");
                client.Finish(transaction);
                break;
            case TransactionState.Failed:
                client.Finish(transaction);
                break;
        }
    }
}

/// <summary>The coins on disk, each grant with the id of its transaction.</summary>
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

    /// <summary>Returns when it is on disk; false if an earlier run has granted it.</summary>
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
