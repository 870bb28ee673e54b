using System;
using IAPBridge;

/// <summary>Tests with the library without a store, which other systems use.</summary>
public static class NoStoreTests
{
    /// <summary>The run script calls this with that library in place of the usual one.</summary>
    public static int Run()
    {
        IapException refused = null;
        try { new IapClient(new ClientOptions()); }
        catch (IapException error) { refused = error; }
        Program.Check(refused != null && refused.Status == Status.Unsupported, "the open of a client");
        Program.Throws<EntryPointNotFoundException>(() => new IapStore(new StoreOptions()), "there is no store");
        Console.WriteLine("without a store: 1 tests passed, 0 failed");
        return 0;
    }
}
