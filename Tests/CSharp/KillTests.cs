using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Reflection;
using IAPBridge;

/// <summary>The game is a process that is killed (SIGKILL), and then launched again.</summary>
public static class KillTests
{
    [Test]
    public static void a_purchase_that_was_killed_before_the_grant_comes_back_and_is_granted_once()
    {
        string folder = Program.NewFolder();
        Killed(folder, "before-grant");
        Program.Equal("", Save(folder), "nothing was granted");
        PlayOn(folder, 1);
    }

    [Test]
    public static void a_purchase_that_was_killed_before_the_finish_comes_back_and_is_granted_once()
    {
        string folder = Program.NewFolder();
        Killed(folder, "before-finish");
        Program.Equal(1, Save(folder).Split('\n').Length - 1, "it was granted");
        PlayOn(folder, 1);
    }

    [Test]
    public static void a_purchase_that_was_killed_inside_the_store_is_granted_once_if_it_was_paid()
    {
        foreach (StorePoint point in new[]
                 {
                     StorePoint.BeforeCharge, StorePoint.AfterCharge, StorePoint.BeforeFinish, StorePoint.AfterFinish,
                 })
        {
            string folder = Program.NewFolder();
            Killed(folder, point.ToString());
            PlayOn(folder, point == StorePoint.BeforeCharge ? 0 : 1);
        }
    }

    /// <summary>The next launch, and the one after it.</summary>
    private static void PlayOn(string folder, int grants)
    {
        for (int launch = 0; launch < 2; launch++)
        {
            using (World world = Launch(folder, () => { }))
            {
                world.Pump();
                Program.Equal(grants, Save(folder).Split('\n').Length - 1, "grants");
                Program.Equal(0UL, world.Store.GetTotals().Unfinished, "unfinished");
                Program.Check(world.Heard.Count <= 1 && (launch == 0 || world.Heard.Count == 0), "it comes back once");
            }
        }
    }

    /// <summary>Grants each id once, in its save file, and then finishes.</summary>
    private static World Launch(string folder, Action beforeFinish, Action beforeGrant = null)
    {
        World world = new World(folder).Listen();
        world.OnUpdated = transaction =>
        {
            if (transaction.State != TransactionState.Purchased) return;
            if (beforeGrant != null) beforeGrant();
            if (!Save(folder).Split('\n').Contains(transaction.Id.ToString()))
                File.AppendAllText(Path.Combine(folder, "save"), transaction.Id + "\n");
            beforeFinish();
            world.Client.Finish(transaction);
        };
        return world;
    }

    private static string Save(string folder)
    {
        string path = Path.Combine(folder, "save");
        return File.Exists(path) ? File.ReadAllText(path) : "";
    }

    private static void Killed(string folder, string moment)
    {
        string program = Assembly.GetExecutingAssembly().Location;
        ProcessStartInfo start = new ProcessStartInfo("mono", string.Join(" ", program, "child", folder, moment, Program.Storekit));
        start.UseShellExecute = false;
        using (Process child = Process.Start(start))
        {
            child.WaitForExit();
            Program.Equal(128 + 9, child.ExitCode, "the child is killed");
        }
    }

    public static int Child(string[] arguments)
    {
        string folder = arguments[1], moment = arguments[2];
        Program.Storekit = arguments[3];
        Action kill = () => Process.GetCurrentProcess().Kill();
        Action nothing = () => { };
        World world = Launch(folder, moment == "before-finish" ? kill : nothing, moment == "before-grant" ? kill : nothing);
        StorePoint point;
        if (Enum.TryParse(moment, out point)) world.Store.KillAt(point, 1);
        world.Client.BuyAsync(World.Coins);
        world.Pump();
        return 0;
    }
}
