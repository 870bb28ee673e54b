using System;
using System.Collections.Generic;
using IAPBridge.Native;

namespace IAPBridge
{
    public sealed unsafe partial class IapClient
    {
        private readonly Dictionary<ulong, IntPtr> seats = new Dictionary<ulong, IntPtr>();
        private readonly Listener events = new Listener();
        private readonly Listener revocations = new Listener();
        private readonly Listener changes = new Listener();
        private readonly Listener problems = new Listener();

        /// <summary>
        /// The state of a transaction changed. Grant a Purchased or Restored transaction once for its id, and then Finish() it.
        /// Finish() a Failed one. The library delivers while this event has a handler; without one, events wait.
        /// </summary>
        public event Action<Transaction> TransactionUpdated
        {
            add
            {
                lock (seats)
                {
                    // A pump on another thread can deliver as soon as the observer is added.
                    events.Observer.TransactionUpdated += value;
                    try
                    {
                        StartListening();
                    }
                    catch
                    {
                        events.Observer.TransactionUpdated -= value;
                        throw;
                    }
                }
            }
            remove
            {
                lock (seats)
                {
                    Action<Transaction> rest = events.Observer.TransactionUpdated - value;
                    if (rest == null)
                    {
                        Stop(problems);
                        Stop(revocations);
                        Stop(changes);
                        Stop(events);
                    }
                    events.Observer.TransactionUpdated = rest;
                }
            }
        }

        /// <summary>
        /// The store revoked a purchase. The state is Revoked, and the id is the id of the purchase. The library raises this
        /// event only while TransactionUpdated has a handler too. With a journal, the library keeps a revocation until a
        /// handler receives it, even across launches.
        /// </summary>
        public event Action<Transaction> EntitlementRevoked
        {
            add
            {
                lock (seats)
                {
                    revocations.Observer.EntitlementRevoked += value;
                    if (events.Id != 0) StartListening();
                }
            }
            remove
            {
                lock (seats)
                {
                    Action<Transaction> rest = revocations.Observer.EntitlementRevoked - value;
                    if (rest == null) Stop(revocations);
                    revocations.Observer.EntitlementRevoked = rest;
                }
            }
        }

        /// <summary>
        /// The result of Owns() for a product has changed: the product id, and whether the account owns it now. At a launch
        /// the event also comes for what has changed since the last launch. The library raises it only while
        /// TransactionUpdated has a handler too.
        /// </summary>
        public event Action<string, bool> EntitlementChanged
        {
            add
            {
                lock (seats)
                {
                    changes.Observer.EntitlementChanged += value;
                    if (events.Id != 0) StartListening();
                }
            }
            remove
            {
                lock (seats)
                {
                    Action<string, bool> rest = changes.Observer.EntitlementChanged - value;
                    if (rest == null) Stop(changes);
                    changes.Observer.EntitlementChanged = rest;
                }
            }
        }

        /// <summary>
        /// An error occurred that belongs to no request. The library raises this event only while TransactionUpdated has a
        /// handler too. No paid purchase is lost: the library retries the write of a journal.
        /// </summary>
        public event Action<IapError> ProblemReported
        {
            add
            {
                lock (seats)
                {
                    problems.Observer.ProblemReported += value;
                    if (events.Id != 0) StartListening();
                }
            }
            remove
            {
                lock (seats)
                {
                    Action<IapError> rest = problems.Observer.ProblemReported - value;
                    if (rest == null) Stop(problems);
                    problems.Observer.ProblemReported = rest;
                }
            }
        }

        /// <summary>
        /// Adds an observer in addition to the events of this object. Observers receive the events for which they have a
        /// function now, in the order in which they were added.
        /// </summary>
        /// <returns>The id for RemoveObserver().</returns>
        public ulong AddObserver(IapObserver observer)
        {
            if (observer == null) throw new ArgumentNullException("observer");
            return AddObserver(observer, false);
        }

        /// <summary>Removes an observer. If none is left, later events wait for the next one.</summary>
        /// <exception cref="IapException">Status.WrongThread: another thread pumps. So does removing the last handler of an
        /// event.</exception>
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

        /// <summary>Calls the handlers. No exception may leave a function that C calls.</summary>
        private void Raise(Delegate handlers, Action<Delegate> call)
        {
            if (handlers == null) return;
            foreach (Delegate handler in handlers.GetInvocationList())
            {
                // The previous handler can have closed the client.
                if (hasClosed) return;
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

        private ulong AddObserver(IapObserver observer, bool mayGrow)
        {
            IntPtr seat = Roots.Add(new Seat { Client = this, Observer = observer });
            iap_observer added = MakeObserver(seat, observer, mayGrow);
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

        /// <summary>Drops all observers: the client is closed and calls nothing any more.</summary>
        private void ForgetObservers()
        {
            lock (seats)
            {
                events.Id = revocations.Id = changes.Id = problems.Id = 0;
                foreach (IntPtr seat in seats.Values) Roots.Take(seat);
                seats.Clear();
            }
        }

        private void StartListening()
        {
            if (events.Observer.TransactionUpdated == null) return;
            Start(events, true);
            if (revocations.Observer.EntitlementRevoked != null) Start(revocations);
            if (changes.Observer.EntitlementChanged != null) Start(changes);
            if (problems.Observer.ProblemReported != null) Start(problems);
        }

        private void Start(Listener listener, bool mayGrow = false)
        {
            if (listener.Id == 0) listener.Id = AddObserver(listener.Observer, mayGrow);
        }

        private void Stop(Listener listener)
        {
            if (listener.Id == 0) return;
            RemoveObserver(listener.Id);
            listener.Id = 0;
        }

        /// <summary>The object behind the user_data of an observer.</summary>
        private sealed class Seat
        {
            internal IapClient Client;
            internal IapObserver Observer;
        }

        /// <summary>Handlers of this class's events, and the id of the observer that calls them; 0 for none.</summary>
        private sealed class Listener
        {
            internal IapObserver Observer = new IapObserver();
            internal ulong Id;
        }
    }
}
