using System;
using System.Collections.Concurrent;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Threading;
using IAPBridge.Native;

namespace IAPBridge
{
    /// <summary>
    /// One running game on one device. Handlers of events, and code that awaits a task of this class, run inside Pump(), on the
    /// thread that calls it. There are two exceptions: Dispose() ends the open requests, and the cancellation of a token ends its
    /// request, each on its own thread. While a thread pumps, only that thread closes, cancels and removes observers: another
    /// thread gets Status.WrongThread. Any thread may call every other method, even inside a handler.
    /// </summary>
    public sealed unsafe partial class IapClient : IDisposable
    {
        private static readonly iap_wake_function WakeCallback = WakeCalled;

        private readonly ConcurrentQueue<Action> outcomes = new ConcurrentQueue<Action>();
        private readonly IntPtr wakeData;
        private Exception unhandled;
        private int isClosed;
        /// <summary>The thread that pumped last; first, the thread that opened the client.</summary>
        private volatile int pumpThread = Thread.CurrentThread.ManagedThreadId;
        private volatile bool hasClosed;

        /// <summary>Opens a client. It immediately listens to the store, and delivers nothing before TransactionUpdated has a
        /// handler.</summary>
        /// <exception cref="IapException">The same errors as iap_client_open_version() of the header.</exception>
        public IapClient(ClientOptions options = null)
        {
            options = options ?? new ClientOptions();
            using (Arena arena = new Arena())
            {
                iap_client_options* place = ClientOptions.Write(options, arena);
                if (options.Wake != null)
                {
                    wakeData = Roots.Add(options.Wake);
                    place->wake = Marshal.GetFunctionPointerForDelegate(WakeCallback);
                    place->wake_user_data = wakeData;
                }
                IntPtr client;
                iap_error error = iap_error.Create();
                Status status = C.iap_client_open(place, out client, ref error);
                if (status != Status.Ok) Roots.Take(wakeData);
                IapException.Check(status, ref error);
                Handle = client;
            }
            // The native library outlives the domain, for example when Unity reloads the scripts.
            AppDomain.CurrentDomain.DomainUnload += DomainUnloads;
        }

        /// <summary>The client for functions of IAPBridge.Native.</summary>
        public IntPtr Handle { get; private set; }

        /// <summary>
        /// A handler threw this exception. Transactions that it did not finish come again at the next launch. If this event
        /// has no handler, Pump() throws the first exception after it has delivered its events; exceptions inside Close() are
        /// written to standard error.
        /// </summary>
        public event Action<Exception> HandlerFailed;

        /// <summary>Delivers events. Call it once per frame, on one thread.</summary>
        /// <param name="maxEvents">The maximum number of events; 0 for all.</param>
        /// <returns>The number of delivered events.</returns>
        /// <exception cref="IapException">Status.Closed, Status.Reentrant (inside a handler) or Status.WrongThread.</exception>
        public int Pump(uint maxEvents = 0)
        {
            pumpThread = Thread.CurrentThread.ManagedThreadId;
            int delivered = C.iap_client_process_events(Handle, maxEvents);
            if (delivered == 0 && outcomes.IsEmpty) return 0;
            IapException.Check(delivered);
            EndTasks();
            ThrowUnhandled();
            return delivered;
        }

        /// <summary>Waits for events. It is for tools and tests; a game pumps in every frame.</summary>
        /// <returns>Whether there are events.</returns>
        public bool WaitForEvents(TimeSpan timeout)
        {
            double milliseconds = Math.Max(0, Math.Min(uint.MaxValue, timeout.TotalMilliseconds));
            return IapException.Check(C.iap_client_wait_events(Handle, (uint)milliseconds)) == 1;
        }

        /// <summary>Closes the client. It does nothing if the client is already closed.</summary>
        public void Dispose()
        {
            if (isClosed == 0) Close();
        }

        /// <summary>
        /// Closes the client. Open tasks end with Status.Cancelled inside this call. Nothing is lost: unfinished transactions
        /// come at the next launch. Snapshots stay readable.
        /// </summary>
        /// <exception cref="IapException">Status.Closed: it was closed before. Status.WrongThread: another thread pumps, and
        /// the client stays open.</exception>
        public void Close()
        {
            if (Interlocked.Exchange(ref isClosed, 1) != 0) IapException.Check((int)Status.Closed);
            Status status = C.iap_client_close(Handle);
            if (status == Status.WrongThread) isClosed = 0;
            IapException.Check((int)status);
            hasClosed = true;
            AppDomain.CurrentDomain.DomainUnload -= DomainUnloads;
            ForgetObservers();
            Roots.Take(wakeData);
            EndWaiting();
            EndTasks();
        }

        /// <summary>
        /// Ends a request by its id from IapRequest. Its task ends inside this call. A cancellation token does the same.
        /// </summary>
        /// <exception cref="IapException">Status.NotFound: the request has ended. Status.WrongThread: another thread pumps.
        /// </exception>
        public void CancelRequest(ulong requestId)
        {
            iap_error error = iap_error.Create();
            IapException.Check(C.iap_cancel_request(Handle, requestId, ref error), ref error);
        }

        /// <summary>
        /// Ends a request whose token was cancelled. It does nothing if the request has ended. On another thread than the one
        /// that pumps, it leaves the end to the next pump, which a cancel on this thread could disturb.
        /// </summary>
        internal void TokenCancelled(ulong requestId)
        {
            if (pumpThread == Thread.CurrentThread.ManagedThreadId) EndRequest(requestId);
            else outcomes.Enqueue(() => EndRequest(requestId));
        }

        private void EndRequest(ulong requestId)
        {
            iap_error error = iap_error.Create();
            Status status = C.iap_cancel_request(Handle, requestId, ref error);
            if (status == Status.WrongThread) outcomes.Enqueue(() => EndRequest(requestId));
        }

        private void DomainUnloads(object sender, EventArgs arguments)
        {
            Dispose();
        }

        [MonoPInvokeCallback(typeof(iap_wake_function))]
        private static void WakeCalled(IntPtr userData)
        {
            Action wake = Roots.Find(userData) as Action;
            try
            {
                if (wake != null) wake();
            }
            catch (Exception exception)
            {
                // There is no client or pump that could report it.
                Console.Error.WriteLine("ClientOptions.Wake threw " + exception);
            }
        }

        private void Report(Exception exception)
        {
            Action<Exception> failed = HandlerFailed;
            try
            {
                if (failed != null) failed(exception);
                else LeaveToPump(exception);
            }
            catch (Exception another)
            {
                LeaveToPump(another);
            }
        }

        private void LeaveToPump(Exception exception)
        {
            bool isClosing = isClosed != 0 && !hasClosed;
            if (isClosing) Console.Error.WriteLine("a handler threw while the client was closed: " + exception);
            else Interlocked.CompareExchange(ref unhandled, exception, null);
        }

        private void ThrowUnhandled()
        {
            if (unhandled == null) return;
            Exception exception = Interlocked.Exchange(ref unhandled, null);
            if (exception != null) ExceptionDispatchInfo.Capture(exception).Throw();
        }

        /// <summary>Ends the tasks whose outcome every observer has received.</summary>
        private void EndTasks()
        {
            Action end;
            while (outcomes.TryDequeue(out end)) end();
        }
    }
}
