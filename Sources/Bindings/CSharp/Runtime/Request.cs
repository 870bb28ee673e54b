using System;
using System.Threading;
using System.Threading.Tasks;
using IAPBridge.Native;

namespace IAPBridge
{
    /// <summary>The result of a request without a value.</summary>
    internal sealed class None
    {
        internal static readonly None Value = new None();
    }

    /// <summary>The Task.AsyncState of each task that IapClient returns.</summary>
    public abstract class IapRequest
    {
        internal IapRequest() { }

        /// <summary>The id for events and IapClient.CancelRequest(); 0 if the call was refused.</summary>
        public ulong Id { get; protected set; }
    }

    /// <summary>A request, and the task that ends with its result.</summary>
    internal sealed class Request<T> : IapRequest
    {
        private readonly TaskCompletionSource<T> source;
        private readonly CancellationToken cancellation;
        private readonly Action<ulong> cancel;
        private CancellationTokenRegistration registration;
        private IntPtr userData;
        private bool hasEnded;

        /// <param name="client">The client of the request.</param>
        /// <param name="cancellation">Ends the request.</param>
        /// <param name="cancel">Ends the request with this id; null for iap_cancel_request().</param>
        internal Request(IapClient client, CancellationToken cancellation, Action<ulong> cancel = null)
        {
            this.cancellation = cancellation;
            this.cancel = cancel ?? client.TokenCancelled;
            source = new TaskCompletionSource<T>(this);
        }

        /// <summary>Returns the user_data for the completion. From now on the request stays alive until it ends.</summary>
        internal IntPtr UserData
        {
            get { return userData = Roots.Add(this); }
        }

        internal static Task<T> Cancelled(CancellationToken cancellation)
        {
            TaskCompletionSource<T> cancelled = new TaskCompletionSource<T>();
            cancelled.TrySetCanceled(cancellation);
            return cancelled.Task;
        }

        /// <summary>Handles the return of the C call.</summary>
        internal Task<T> Begun(Status status, ulong requestId, ref iap_error error)
        {
            return status == Status.Ok ? Begun(requestId) : Refused(new IapError(ref error));
        }

        /// <summary>Sets the id of the request. Another thread can have called the completion already.</summary>
        internal Task<T> Begun(ulong requestId)
        {
            Id = requestId;
            if (cancellation.CanBeCanceled) Keep(cancellation.Register(() => cancel(requestId)));
            return source.Task;
        }

        internal Task<T> Refused(IapError error)
        {
            Roots.Take(userData);
            End(error, default(T));
            return source.Task;
        }

        internal static void End(IntPtr userData, IapError error, T answer)
        {
            Request<T> request = Roots.Take(userData) as Request<T>;
            if (request != null) request.End(error, answer);
        }

        /// <summary>Ends the task. Code that awaits the task continues inside this call.</summary>
        internal void End(IapError error, T answer)
        {
            lock (source)
            {
                if (hasEnded) return;
                hasEnded = true;
                DisposeElsewhere(registration);
            }
            if (error == null) source.TrySetResult(answer);
            else if (error.IsCancelled && cancellation.IsCancellationRequested) source.TrySetCanceled(cancellation);
            else source.TrySetException(new IapException(error));
        }

        /// <summary>
        /// Dispose() waits for a running callback of the token, and this callback can wait for the lock that the caller holds.
        /// </summary>
        private static void DisposeElsewhere(CancellationTokenRegistration ended)
        {
            if (ended != default(CancellationTokenRegistration)) ThreadPool.QueueUserWorkItem(_ => ended.Dispose());
        }

        private void Keep(CancellationTokenRegistration made)
        {
            lock (source)
            {
                if (!hasEnded) registration = made;
                else DisposeElsewhere(made);
            }
        }
    }
}
