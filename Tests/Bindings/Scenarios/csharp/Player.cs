using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.ExceptionServices;
using System.Threading;
using System.Threading.Tasks;
using IAPBridge;
using IAPBridge.Native;

/// <summary>Plays the scenarios of Tests/Bindings/Scenarios/README.md over the C# binding.</summary>
public sealed class Player
{
    private readonly Log log;
    private readonly Hearing hearing;
    private readonly Dictionary<string, ulong> observers = new Dictionary<string, ulong>();
    private readonly List<Grant> grants = new List<Grant>();
    private readonly string storekit;
    private string folder;
    private IapStore store;
    private IapDevice device;
    private IapClient client;
    private ulong request;
    private bool polls;
    private Words words;

    private Player(string storekit, TextWriter output)
    {
        this.storekit = storekit;
        log = new Log(output);
        hearing = new Hearing(log);
    }

    public static int Main(string[] arguments)
    {
        TextWriter output = new StreamWriter(Console.OpenStandardOutput());
        try
        {
            new Player(arguments[0], output).Play(arguments[1], arguments[2]);
            return 0;
        }
        catch (PlayFailed failed)
        {
            Console.Error.WriteLine("play: " + failed.Message);
            return 1;
        }
        finally
        {
            output.Flush();
        }
    }

    private void Play(string scenarios, string work)
    {
        foreach (string line in File.ReadAllLines(scenarios).Where(one => one != "" && one[0] != '#'))
        {
            words = new Words(line, Variable);
            if (words.Verb == "scenario")
            {
                End();
                Begin(Path.Combine(work, words.Text(1)));
                continue;
            }
            log.Print("> " + words);
            try
            {
                Run();
            }
            catch (IapException exception)
            {
                log.Print("= " + exception.Name);
            }
            catch (ArgumentNullException)
            {
                log.Print("= IAP_ERROR_INVALID_ARGUMENT");
            }
        }
        End();
    }

    // Scenarios

    private void Begin(string scenario)
    {
        folder = Directory.CreateDirectory(scenario).FullName;
        store = new IapStore(new StoreOptions { StorekitPath = storekit, Clock = StoreClock.Virtual, Seed = 1 });
        device = store.OpenDevice("player", "phone");
        log.Print("scenario " + words.Text(1));
    }

    private void End()
    {
        if (store == null) return;
        if (client != null) client.Dispose();
        hearing.Forget();
        log.Ids.Clear();
        observers.Clear();
        grants.Clear();
        device.Dispose();
        store.Dispose();
        log.Print("end IAP_OK");
        store = null;
        client = null;
        request = 0;
        polls = false;
    }

    private ulong Variable(string word)
    {
        if (word == "$request") return request;
        int index = int.Parse(word.Substring(1));
        if (index < 1 || index > log.Ids.Count) throw new PlayFailed("there is no such variable yet: " + word);
        return log.Ids[index - 1];
    }

    // Commands

    private void Run()
    {
        switch (words.Verb)
        {
            case "grant": AddGrant(); break;
            case "open": Open(); break;
            case "close": Do(client.Close); break;
            case "observe": Observe(); break;
            case "unobserve": Do(() => client.RemoveObserver(observers[words.Text(1)])); break;
            case "pump": Pump(); break;
            case "poll": Poll(); break;
            case "can_pay": PrintNumber(client.CanMakePayments ? 1 : 0); break;
            case "buy": Buy(); break;
            case "finish": Finish(); break;
            case "record": Do(() => client.RecordGrant(hearing.LastTransaction)); break;
            case "restore": Asked(client.RestoreCompletedTransactions()); break;
            case "queue": Transactions queue = client.QueueTransactions(); PrintOk(); hearing.List(queue); break;
            case "owns": PrintNumber(client.Owns(words.Text(1)) ? 1 : 0); break;
            case "cancel": Do(() => client.CancelRequest(words.Id(1))); break;
            case "cancel_payment": Do(() => client.CancelPayment(words.Id(1))); break;
            case "balance": PrintNumber(client.InventoryBalance(words.Text(1))); break;
            case "unlocked": PrintNumber(client.InventoryIsUnlocked(words.Text(1)) ? 1 : 0); break;
            case "inventory": Inventory(); break;
            case "answer":
                Do(() => client.GiveVerdict(words.Id(1), words.Choice<Verdict>(2), words.Text(3), 0));
                break;
            case "intent": Intent(); break;
            case "approvals": Approvals(); break;
            case "ledger": Ledger(); break;
            case "store": Control(store); break;
            case "device": Control(device); break;
            default: Ask(); break;
        }
    }

    private void AddGrant()
    {
        grants.Add(new Grant
        {
            ProductId = words.Text(1), Kind = words.Choice<GrantKind>(2), Name = words.Text(3), Amount = words.Number(4),
            RevocationPolicy = (RevocationPolicy)words.Number(5),
        });
        PrintOk();
    }

    private void Open()
    {
        client = new IapClient(new ClientOptions
        {
            Execution = Execution.Manual,
            Device = device,
            JournalPath = words.Has("memory") ? null : Path.Combine(folder, "journal"),
            Inventory = grants.Count == 0 ? null : new InventoryOptions { Grants = grants },
            Verification = words.Has("verify") ? new VerificationOptions { Mode = VerificationMode.Game } : null,
            PlayerId = words.Option("player"),
            AppAccountToken = words.Option("token"),
        });
        polls = words.Has("polls");
        observers.Clear();
        PrintOk();
    }

    private void Observe()
    {
        string name = words.Text(1), action = words.Text(2);
        IapClient of = client;
        observers[name] = client.AddObserver(hearing.Observer(name, transaction => Act(name, action, of, transaction)));
        PrintOk();
    }

    private void Act(string name, string action, IapClient of, Transaction transaction)
    {
        TransactionState state = transaction.State;
        if (action == null || (action == "finish" && state != TransactionState.Purchased && state != TransactionState.Restored
                               && state != TransactionState.Failed)) return;
        log.Print(name + "> " + action);
        try
        {
            if (action == "finish") Do(() => of.Finish(transaction));
            else if (action == "pump") PrintNumber(of.Pump());
            else Do(of.Close);
        }
        catch (IapException exception)
        {
            log.Print("= " + exception.Name);
        }
    }

    private void Pump()
    {
        int count, total = 0;
        while ((count = client.Pump()) > 0) total += count;
        PrintNumber(total);
    }

    /// <summary>A host that polls uses the functions of C.</summary>
    private void Poll()
    {
        int found, total = 0;
        IntPtr next;
        while ((found = C.iap_client_next_event(client.Handle, out next)) > 0)
        {
            using (QueuedEvent heard = QueuedEvent.Given(next)) hearing.TellEvent(heard);
            total++;
        }
        if (found < 0) log.Print("= " + StatusName((Status)found));
        else PrintNumber(total);
    }

    private void Buy()
    {
        Payment payment = new Payment { ProductId = words.Text(1), AppAccountToken = words.Option("token") };
        if (words.Option("quantity") != null) payment.Quantity = int.Parse(words.Option("quantity"));
        payment.Offer = new PaymentOffer
        {
            Id = words.Option("offer"), Jws = words.Option("proof"), WinBackId = words.Option("win_back"),
        };
        if (payment.Offer.Jws == "signed") payment.Offer.Jws = SignedOffer(payment);
        Paid(client.AddPayment(payment));
    }

    /// <summary>As the game's server would sign it.</summary>
    private string SignedOffer(Payment payment)
    {
        return store.Sign(new StoreSigningRequest
        {
            Kind = StoreSignature.PromotionalOfferJws, ProductId = payment.ProductId, OfferId = payment.Offer.Id,
        });
    }

    private void Finish()
    {
        if (words.Text(1) == "last") Do(() => client.Finish(hearing.LastTransaction));
        else Do(() => client.Finish(words.Id(1)));
    }

    private void Inventory()
    {
        InventoryItems items = client.InventoryList();
        PrintOk();
        foreach (InventoryItem item in items)
            log.Begin(item.Kind == GrantKind.Counter ? "  counter" : "  unlock").Fields(item).Print();
    }

    private void Intent()
    {
        switch (words.Text(1))
        {
            case "take": Paid(client.TakePurchaseIntent(hearing.LastIntent, null)); break;
            case "defer": Do(() => client.DeferPurchaseIntent(hearing.LastIntent)); break;
            case "decline": Do(() => client.DeclinePurchaseIntent(hearing.LastIntent)); break;
            default: throw new PlayFailed("no such answer to an intent: " + words.Text(1));
        }
    }

    // Requests

    private void Ask()
    {
        if (polls)
        {
            AskWithoutTask();
            return;
        }
        switch (words.Verb)
        {
            case "products": Asked(client.RequestProductsAsync(words.TextsFrom(1)), hearing.TellProducts); break;
            case "cached": Asked(client.RequestCachedProductsAsync(words.Count > 1 ? words.TextsFrom(1) : null), hearing.TellProducts); break;
            case "query": Asked(client.RequestTransactionsAsync(words.Choice<Query>(1), words.Text(2)), hearing.TellTransactions); break;
            case "statuses": Asked(client.RequestSubscriptionStatusesAsync(words.Text(1)), hearing.TellStatuses); break;
            case "storefront": Asked(client.RequestStorefrontAsync(), TellStorefront); break;
            case "spend": Asked(client.InventorySpendAsync(words.Text(1), words.Number(2), words.Text(3))); break;
            case "add": Asked(client.InventoryAddAsync(words.Text(1), words.Number(2), words.Text(3))); break;
            case "take_back": Asked(client.InventoryTakeBackAsync(words.Id(1))); break;
            default: throw new PlayFailed("no such command: " + words.Verb);
        }
    }

    private void AskWithoutTask()
    {
        ulong id;
        Status status;
        iap_error error = iap_error.Create();
        IntPtr handle = client.Handle, none = IntPtr.Zero;
        byte[] first = Utf8.Bytes(words.Text(1), "the first word");
        using (Arena arena = new Arena())
        {
            switch (words.Verb)
            {
                case "products":
                    IntPtr[] ids = arena.TextArray(words.TextsFrom(1), "the ids");
                    status = C.iap_request_products(handle, ids, (UIntPtr)ids.Length, null, none, out id, ref error);
                    break;
                case "query":
                    byte[] product = Utf8.Bytes(words.Text(2), "the product");
                    status = C.iap_request_transactions(handle, words.Choice<Query>(1), product, null, none, out id, ref error);
                    break;
                case "statuses":
                    status = C.iap_request_subscription_statuses(handle, first, null, none, out id, ref error);
                    break;
                case "storefront": status = C.iap_request_storefront(handle, null, none, out id, ref error); break;
                case "spend":
                    status = C.iap_inventory_spend(handle, first, words.Number(2), Utf8.Bytes(words.Text(3), "the key"), null, none,
                                                   out id, ref error);
                    break;
                case "add":
                    status = C.iap_inventory_add(handle, first, words.Number(2), Utf8.Bytes(words.Text(3), "the key"), null, none,
                                                 out id, ref error);
                    break;
                case "take_back":
                    status = C.iap_inventory_take_back(handle, words.Id(1), null, none, out id, ref error);
                    break;
                default: throw new PlayFailed("no such command for a host that polls: " + words.Verb);
            }
        }
        if (status == Status.Ok) Asked(id);
        else log.Print("= " + StatusName(status));
    }

    private void Asked(ulong id)
    {
        request = id;
        log.Begin("= IAP_OK").Id("request", id).Print();
    }

    private void Asked<T>(Task<T> task, Action<string, ulong, T, IapError> tell) where T : class
    {
        Asked(task, ended => tell("reply", IdOf(ended), ended.IsFaulted ? null : ((Task<T>)ended).Result, ErrorOf(ended)));
    }

    private void Asked(Task task)
    {
        Asked(task, ended => hearing.Tell("reply", "completed", IdOf(ended), ErrorOf(ended)));
    }

    private void Asked(Task task, Action<Task> ended)
    {
        // A call that was refused has no id.
        if (IdOf(task) == 0) throw ((IapException)task.Exception.InnerException);
        task.ContinueWith(ended, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        Asked(IdOf(task));
    }

    private void TellStorefront(string who, ulong id, Storefront storefront, IapError error)
    {
        hearing.TellStorefront(who, "storefront", id, storefront == null ? null : storefront.CountryCode,
                               storefront == null ? null : storefront.Identifier, error);
    }

    private static ulong IdOf(Task task)
    {
        return ((IapRequest)task.AsyncState).Id;
    }

    private static IapError ErrorOf(Task task)
    {
        return task.IsFaulted ? ((IapException)task.Exception.InnerException).Error : null;
    }

    // The store

    private void Approvals()
    {
        ulong[] approvals = store.Approvals();
        PrintOk();
        foreach (ulong id in approvals) log.Begin("  approval").Id(id).Text("product", store.ApprovalProductId(id)).Print();
    }

    private void Ledger()
    {
        ulong[] ids = store.TransactionIds();
        PrintOk();
        foreach (ulong id in ids) log.Begin("  entry").Fields(store.GetTransaction(id)).Print();
    }

    /// <summary>The method has the name of the control, and takes the words that follow.</summary>
    private void Control(object controlled)
    {
        string control = words.Text(1);
        if (control == "set_network") Do(SetNetwork);
        else if (control == "buy") Made(store.Buy(words.Text(2), Purchase()));
        else
        {
            MethodInfo method = controlled.GetType().GetMethod(Words.Pascal(control));
            if (method == null) throw new PlayFailed("no such control: " + control);
            object[] arguments = method.GetParameters().Select(
                (parameter, i) => words.Argument(i + 2, parameter.ParameterType)).ToArray();
            object answer = Invoke(method, controlled, arguments);
            if (answer == null) PrintOk();
            else Made((ulong)answer);
        }
    }

    private static object Invoke(MethodInfo method, object controlled, object[] arguments)
    {
        try
        {
            return method.Invoke(controlled, arguments);
        }
        catch (TargetInvocationException exception)
        {
            ExceptionDispatchInfo.Capture(exception.InnerException).Throw();
            return null;
        }
    }

    private StorePurchase Purchase()
    {
        StorePurchase purchase = new StorePurchase { ProductId = words.Text(3) };
        if (words.Count > 4) purchase.Quantity = (int)words.Number(4);
        return purchase;
    }

    private void SetNetwork()
    {
        string state = words.Text(2);
        if (state != "up" && state != "down" && state != "silent") throw new PlayFailed("no such word: " + state);
        device.SetNetwork(new DeviceNetwork { IsDown = state == "down", NeverAnswers = state == "silent" });
    }

    // Results

    private void Do(Action call)
    {
        call();
        PrintOk();
    }

    private void PrintOk()
    {
        log.Print("= IAP_OK");
    }

    private void PrintNumber(long number)
    {
        log.Print("= " + number);
    }

    private void Paid(ulong id)
    {
        log.Begin("= IAP_OK").Id("payment", id).Print();
    }

    private void Made(ulong id)
    {
        log.Begin("= IAP_OK").Id(id).Print();
    }

    private static string StatusName(Status status)
    {
        return Utf8.Text(C.iap_status_name(status), null);
    }
}
