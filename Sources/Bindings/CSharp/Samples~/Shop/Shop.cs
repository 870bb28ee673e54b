using System;
using System.IO;
using IAPBridge;
using UnityEngine;

/// <summary>
/// A shop that lives as long as the game. Put it on an object of the first scene. It pumps in every frame, even while scenes
/// change, and grants each purchase once for its original id.
/// </summary>
public sealed class Shop : MonoBehaviour
{
    [SerializeField] private string coinsId = "com.example.caves.coins.small";
    [SerializeField] private int coinsOfOne = 100;

#if UNITY_EDITOR_LINUX || UNITY_STANDALONE_LINUX
    [Tooltip("The .storekit file of the reference App Store, in StreamingAssets.")]
    [SerializeField] private string storekitFile = "Game.storekit";
    private IapStore store;
    private IapDevice device;
#endif

    private IapClient client;
    private SaveGame save;

    public string Price { get; private set; } = "";

    public int Coins => save.Coins;

    /// <summary>False on a system without a store, for example Windows: hide the shop there.</summary>
    public bool Sells => client != null;

    // On iOS persistentDataPath is Documents, where players may see and delete files.
    private static string DataFolder()
    {
#if UNITY_IOS && !UNITY_EDITOR
        string folder = Path.Combine(Application.persistentDataPath, "../Library/Application Support");
        Directory.CreateDirectory(folder);
        return folder;
#else
        return Application.persistentDataPath;
#endif
    }

    private async void Start()
    {
        DontDestroyOnLoad(gameObject);
        save = SaveGame.Load(Path.Combine(DataFolder(), "save.json"));
        ClientOptions options = new ClientOptions { JournalPath = Path.Combine(DataFolder(), "iap.journal") };
#if UNITY_EDITOR_LINUX || UNITY_STANDALONE_LINUX
        store = new IapStore(new StoreOptions
        {
            StorekitPath = Path.Combine(Application.streamingAssetsPath, storekitFile),
            StatePath = Path.Combine(Application.persistentDataPath, "iap.store"),
        });
        device = store.OpenDevice("player", "editor");
        options.Device = device;
#endif
        try
        {
            client = new IapClient(options);
        }
        catch (IapException exception) when (exception.Status == Status.Unsupported)
        {
            return; // the game runs on without a shop
        }
        client.HandlerFailed += Debug.LogException;
        client.ProblemReported += error => Debug.LogWarning(error);
        client.TransactionUpdated += Updated;
        try
        {
            Products products = await client.RequestProductsAsync(new[] { coinsId });
            if (products.Count > 0) Price = products[0].DisplayPrice;
        }
        catch (IapException exception)
        {
            Debug.LogWarning(exception.Message);
        }
    }

    private void Update()
    {
        if (client != null) client.Pump();
    }

    private void OnDestroy()
    {
        if (client != null) client.Dispose();
#if UNITY_EDITOR_LINUX || UNITY_STANDALONE_LINUX
        if (device != null) device.Dispose();
        if (store != null) store.Dispose();
#endif
    }

    /// <summary>Buys when the player presses the button.</summary>
    public async void Buy()
    {
        if (client == null) return;
        try
        {
            using (Transaction bought = await client.BuyAsync(coinsId))
            {
                if (bought.State == TransactionState.Deferred) Debug.Log("Ask your parents.");
                else if (bought.Error != null && !bought.Error.IsCancelled) Debug.LogWarning(bought.Error);
            }
        }
        catch (IapException exception)
        {
            Debug.LogWarning(exception.Message);
        }
    }

    private void Updated(Transaction transaction)
    {
        switch (transaction.State)
        {
            case TransactionState.Purchased:
                if (transaction.ProductId != coinsId) return; // unfinished, so a later version of the game can grant it
                // One purchase may have two transaction ids. Its original id is the same in both.
                save.Grant(transaction.OriginalId, coinsOfOne * transaction.Quantity); // throws if the disk is full: no finish
                client.Finish(transaction);
                break;
            case TransactionState.Restored: // grants no coins; this finish never ends a purchase that waits to be granted
            case TransactionState.Failed:
                client.Finish(transaction);
                break;
        }
    }

    /// <summary>The coins, and the original ids of their transactions, in one file.</summary>
    [Serializable]
    private sealed class SaveGame
    {
        public int Coins;
        public string[] Granted = Array.Empty<string>();
        [NonSerialized] private string path;

        public static SaveGame Load(string path)
        {
            SaveGame save = File.Exists(path) ? JsonUtility.FromJson<SaveGame>(File.ReadAllText(path)) : new SaveGame();
            save.path = path;
            return save;
        }

        public void Grant(ulong id, int coins)
        {
            if (Array.IndexOf(Granted, id.ToString()) >= 0) return;
            SaveGame next = new SaveGame { Coins = Coins + coins, Granted = new string[Granted.Length + 1] };
            Granted.CopyTo(next.Granted, 0);
            next.Granted[Granted.Length] = id.ToString(); // as text: JSON numbers lose the last digits of 64-bit numbers
            string written = path + ".new";
            using (FileStream file = new FileStream(written, FileMode.Create))
            {
                byte[] bytes = System.Text.Encoding.UTF8.GetBytes(JsonUtility.ToJson(next));
                file.Write(bytes, 0, bytes.Length);
                file.Flush(true); // the grant must be on disk before the transaction is finished
            }
            if (File.Exists(path)) File.Replace(written, path, null);
            else File.Move(written, path);
            Coins = next.Coins;
            Granted = next.Granted;
        }
    }
}
