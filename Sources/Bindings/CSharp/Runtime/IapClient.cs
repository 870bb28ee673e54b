using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Threading;
using IAPBridge.Native;

namespace IAPBridge
{
    /// <summary>
    /// One running game on one device. Handlers of events, and what awaits a task of this class, run inside Pump(), on the
    /// thread that calls it. Two exceptions: Dispose() ends the requests that are open, and cancelling a token ends its
    /// request, on the thread that does it. Every other method may be called from any thread, also inside a handler.
    /// </summary>
    public sealed unsafe partial class IapClient : IDisposable
    {
        private static readonly iap_wake_function WakeCallback = WakeCalled;

        private readonly Dictionary<ulong, IntPtr> seats = new Dictionary<ulong, IntPtr>();
        private readonly IapObserver own = new IapObserver();
        private readonly ConcurrentQueue<CancellationTokenRegistration> ended = new ConcurrentQueue<CancellationTokenRegistration>();
        private readonly IntPtr wakeData;
        private Exception unhandled;
        private ulong ownId;
        private int isClosed;

        /// <summary>Opens a client. It listens to the store at once; nothing is delivered before somebody subscribes to
        /// TransactionUpdated.</summary>
        /// <exception cref="IapException">As iap_client_open_version() of the header.</exception>
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
        }

        /// <summary>The client as IAPBridge.Native takes it.</summary>
        public IntPtr Handle { get; private set; }

        /// <summary>
        /// The state of a transaction changed: grant what is Purchased or Restored, once for its id, and then Finish() it;
        /// Finish() one that Failed. As long as somebody subscribes, the library delivers; what comes while nobody does waits.
        /// </summary>
        public event Action<Transaction> TransactionUpdated
        {
            add
            {
                lock (own)
                {
                    if (ownId == 0) ownId = AddObserver(own);
                    own.TransactionUpdated += value;
                }
            }
            remove
            {
                lock (own)
                {
                    own.TransactionUpdated -= value;
                    if (own.TransactionUpdated != null || ownId == 0) return;
                    RemoveObserver(ownId);
                    ownId = 0;
                }
            }
        }

        /// <summary>
        /// A handler threw this. What it did not finish stays unfinished and comes again at the next launch. If nobody
        /// subscribes, Pump() throws the first exception when it has delivered its events.
        /// </summary>
        public event Action<Exception> HandlerFailed;

        /// <summary>Delivers what has come. Call it once per frame, on one thread.</summary>
        /// <param name="maxEvents">How many events at most; 0 for all.</param>
        /// <returns>How many events were delivered.</returns>
        /// <exception cref="IapException">Status.Closed, Status.Reentrant (inside a handler) or Status.WrongThread.</exception>
        public int Pump(uint maxEvents = 0)
        {
            int delivered = C.iap_client_process_events(Handle, maxEvents);
            if (delivered == 0) return 0;
            IapException.Check(delivered);
            AfterCallbacks();
            return delivered;
        }

        /// <summary>
        /// Adds an observer beside the events of this object, which are one observer themselves. Each one hears everything, in
        /// the order in which they were added.
        /// </summary>
        /// <returns>The id for RemoveObserver().</returns>
        public ulong AddObserver(IapObserver observer)
        {
            if (observer == null) throw new ArgumentNullException("observer");
            IntPtr seat = Roots.Add(new Seat { Client = this, Observer = observer });
            iap_observer added = MakeObserver(seat);
            ulong id;
            iap_error error = iap_error.Create();
            lock (seats)
            {
                Status status = C.iap_add_observer(Handle, &added, out id, ref error);
                if (status != Status.Ok) Roots.Take(seat);
                IapException.Check(status, ref error);
                seats.Add(id, seat);
            }
            return id;
        }

        /// <summary>Removes an observer. If none is left, what comes waits for the next one.</summary>
        public void RemoveObserver(ulong observerId)
        {
            iap_error error = iap_error.Create();
            lock (seats)
            {
                IapException.Check(C.iap_remove_observer(Handle, observerId, ref error), ref error);
                Roots.Take(seats[observerId]);
                seats.Remove(observerId);
            }
        }

        /// <summary>Waits until there is something to pump. For tools and tests; a game pumps in every frame.</summary>
        /// <returns>Whether there is something.</returns>
        public bool WaitForEvents(TimeSpan timeout)
        {
            double milliseconds = Math.Max(0, Math.Min(uint.MaxValue, timeout.TotalMilliseconds));
            return IapException.Check(C.iap_client_wait_events(Handle, (uint)milliseconds)) == 1;
        }

        /// <summary>Closes the client; one that is closed already is left alone.</summary>
        public void Dispose()
        {
            if (isClosed == 0) Close();
        }

        /// <summary>
        /// Closes the client. Tasks that are open end with Status.Cancelled inside this call. Nothing is lost: what is
        /// unfinished comes at the next launch. Snapshots stay readable.
        /// </summary>
        /// <exception cref="IapException">Status.Closed: it was closed before.</exception>
        public void Close()
        {
            if (Interlocked.Exchange(ref isClosed, 1) != 0) IapException.Check((int)Status.Closed);
            C.iap_client_close(Handle);
            lock (own) ownId = 0;
            lock (seats)
            {
                foreach (IntPtr seat in seats.Values) Roots.Take(seat);
                seats.Clear();
            }
            Roots.Take(wakeData);
            EndWaiting();
            AfterCallbacks();
        }

        /// <summary>
        /// Ends a request by the id that IapRequest tells; its task ends inside this call. A cancellation token does the same.
        /// </summary>
        /// <exception cref="IapException">Status.NotFound: it has ended.</exception>
        public void CancelRequest(ulong requestId)
        {
            iap_error error = iap_error.Create();
            IapException.Check(C.iap_cancel_request(Handle, requestId, ref error), ref error);
        }

        /// <summary>The token of a request was cancelled. A request that has ended is left alone.</summary>
        internal void TokenCancelled(ulong requestId)
        {
            iap_error error = iap_error.Create();
            C.iap_cancel_request(Handle, requestId, ref error);
        }

        /// <summary>
        /// A registration waits for its callback when it is disposed, and the callback for the completion that runs. So it is
        /// disposed when no completion runs any more.
        /// </summary>
        internal void DisposeLater(CancellationTokenRegistration registration)
        {
            if (registration != default(CancellationTokenRegistration)) ended.Enqueue(registration);
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
                // It has no client and no thread to be told on.
                Console.Error.WriteLine("ClientOptions.Wake threw " + exception);
            }
        }

        /// <summary>No exception may leave a function that C calls.</summary>
        private void Raise(Delegate handlers, Action<Delegate> call)
        {
            if (handlers == null) return;
            foreach (Delegate handler in handlers.GetInvocationList())
            {
                try
                {
                    call(handler);
                }
                catch (Exception exception)
                {
                    Report(exception);
                }
            }
        }

        private void Report(Exception exception)
        {
            Action<Exception> failed = HandlerFailed;
            try
            {
                if (failed != null) failed(exception);
                else Interlocked.CompareExchange(ref unhandled, exception, null);
            }
            catch (Exception another)
            {
                Interlocked.CompareExchange(ref unhandled, another, null);
            }
        }

        private void AfterCallbacks()
        {
            CancellationTokenRegistration registration;
            while (ended.TryDequeue(out registration)) registration.Dispose();
            if (unhandled == null) return;
            Exception exception = Interlocked.Exchange(ref unhandled, null);
            if (exception != null) ExceptionDispatchInfo.Capture(exception).Throw();
        }

        /// <summary>Who hears, as C knows it.</summary>
        private sealed class Seat
        {
            internal IapClient Client;
            internal IapObserver Observer;
        }
    }
}
