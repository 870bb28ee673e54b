using System;
using System.Collections.Generic;
using System.IO;
using IAPBridge;

/// <summary>A store, a phone, and a game on it that notes what it receives. Everything happens inside Pump().</summary>
public sealed class World : IDisposable
{
    public const string Coins = "com.example.caves.coins.small";
    public const string Editor = "com.example.caves.editor";

    public readonly IapStore Store;
    public readonly IapDevice Device;
    public readonly string Folder;
    public readonly List<string> Heard = new List<string>();
    public IapClient Client;
    public Transaction Last;
    public Action<Transaction> OnUpdated = transaction => { };

    public World(string folder = null, Execution execution = Execution.Manual)
    {
        Folder = folder ?? Program.NewFolder();
        Store = new IapStore(new StoreOptions
        {
            Clock = execution == Execution.Manual ? StoreClock.Virtual : StoreClock.Real,
            StorekitPath = Program.Storekit,
            StatePath = Path.Combine(Folder, "store"),
            Seed = 1,
        });
        Device = Store.OpenDevice("player", "phone");
        Launch(execution);
    }

    /// <summary>Launches the game; a running one ends first.</summary>
    public void Launch(Execution execution = Execution.Manual)
    {
        if (Client != null) Client.Dispose();
        Client = new IapClient(new ClientOptions
        {
            Execution = execution,
            JournalPath = Path.Combine(Folder, "journal"),
            Device = Device,
        });
    }

    /// <summary>Starts the delivery.</summary>
    public World Listen()
    {
        Client.TransactionUpdated += transaction =>
        {
            Heard.Add(transaction.State.ToString());
            Last = transaction;
            OnUpdated(transaction);
        };
        return this;
    }

    /// <summary>Pumps until nothing comes.</summary>
    public void Pump()
    {
        while (Client.Pump() > 0) { }
    }

    public void Dispose()
    {
        Client.Dispose();
        Device.Dispose();
        Store.Dispose();
    }
}
