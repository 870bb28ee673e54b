using System;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Threading;
using IAPBridge;

/// <summary>Marks a test: a public static method without parameters.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class TestAttribute : Attribute { }

public sealed class CheckFailed : Exception
{
    public CheckFailed(string message) : base(message) { }
}

public static class Program
{
    /// <summary>A folder for this run; it is deleted afterwards.</summary>
    public static string Folder;

    public static string Storekit;

    public static int Main(string[] arguments)
    {
        if (arguments[0] == "no-store") return NoStoreTests.Run();
        Folder = arguments[0];
        Storekit = arguments[1];
        string filter = arguments[2];
        bool leavesOut = filter.StartsWith("-");
        int passed = 0, failed = 0;
        foreach (MethodInfo test in typeof(Program).Assembly.GetTypes().SelectMany(type => type.GetMethods())
                                                   .Where(method => method.GetCustomAttribute<TestAttribute>() != null)
                                                   .Where(method => method.Name.Contains(filter.TrimStart('-')) != leavesOut))
        {
            try
            {
                using (Timeout(test.Name)) test.Invoke(null, null);
                passed++;
            }
            catch (TargetInvocationException exception)
            {
                failed++;
                Console.WriteLine("FAIL {0}\n    | {1}", test.Name, exception.InnerException);
            }
        }
        Console.WriteLine("{0} tests passed, {1} failed", passed, failed);
        return failed == 0 && passed > 0 ? 0 : 1;
    }

    /// <summary>A test that waits forever ends the run.</summary>
    private static IDisposable Timeout(string test)
    {
        return new Timer(_ =>
        {
            Console.WriteLine("FAIL {0}\n    | it does not end", test);
            Environment.Exit(1);
        }, null, TimeSpan.FromMinutes(10), System.Threading.Timeout.InfiniteTimeSpan);
    }

    public static void Check(bool holds, string what)
    {
        if (!holds) throw new CheckFailed(what);
    }

    public static void Equal<T>(T expected, T found, string what)
    {
        if (!Equals(expected, found)) throw new CheckFailed(what + ": expected " + expected + ", found " + found);
    }

    public static T Throws<T>(Action action, string what) where T : Exception
    {
        try
        {
            action();
        }
        catch (T exception)
        {
            return exception;
        }
        throw new CheckFailed(what + ": no " + typeof(T).Name);
    }

    public static void Refuses(Status status, Action action)
    {
        Equal(status, Throws<IapException>(action, status.ToString()).Status, "status");
    }

    public static string NewFolder()
    {
        return Directory.CreateDirectory(Path.Combine(Folder, Guid.NewGuid().ToString())).FullName;
    }
}
