using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using IAPBridge.Native;

namespace IAPBridge
{
    public sealed unsafe partial class IapClient
    {
        private readonly Dictionary<ulong, Request<Transaction>> payments = new Dictionary<ulong, Request<Transaction>>();
        private readonly Dictionary<ulong, Request<None>> restores = new Dictionary<ulong, Request<None>>();

        /// <summary>
        /// Buys a product and tells what became of it: Purchased, Restored, Deferred, Failed, Rejected or Unverified. The
        /// handlers of TransactionUpdated hear of it first, and of what was bought at other times and places. So grant and
        /// finish there; the transaction is returned to be shown.
        /// </summary>
        /// <param name="productId">What to buy.</param>
        /// <param name="cancellation">Ends the waiting. The payment goes on, and its outcome comes to TransactionUpdated.</param>
        /// <exception cref="IapException">The payment was refused, nobody subscribes to TransactionUpdated
        /// (Status.InvalidState), or the client was closed (Status.Cancelled).</exception>
        public Task<Transaction> BuyAsync(string productId, CancellationToken cancellation = default(CancellationToken))
        {
            return BuyAsync(new Payment { ProductId = productId }, cancellation);
        }

        /// <summary>Buys what a payment says; see BuyAsync(string).</summary>
        public Task<Transaction> BuyAsync(Payment payment, CancellationToken cancellation = default(CancellationToken))
        {
            return WaitForPayment(() => AddPayment(payment), cancellation);
        }

        /// <summary>Goes on with a purchase that the player began in the App Store; see BuyAsync(string).</summary>
        public Task<Transaction> BuyAsync(PurchaseIntent intent, Payment payment = null,
                                          CancellationToken cancellation = default(CancellationToken))
        {
            return WaitForPayment(() => TakePurchaseIntent(intent, payment), cancellation);
        }

        /// <summary>Hands out again what the account owns, to TransactionUpdated. The task ends when all of it has come.</summary>
        /// <exception cref="IapException">The restore failed or was refused.</exception>
        public Task RestoreAsync(CancellationToken cancellation = default(CancellationToken))
        {
            if (cancellation.IsCancellationRequested) return Request<None>.Cancelled(cancellation);
            RequireObserver();
            Request<None> request = new Request<None>(this, cancellation);
            ulong id;
            Status status;
            iap_error error = iap_error.Create();
            lock (restores)
            {
                status = C.iap_restore_completed_transactions(Handle, out id, ref error);
                if (status == Status.Ok) restores.Add(id, request);
            }
            return request.Begun(status, id, ref error);
        }

        /// <summary>The game has granted it and saved that, or has taken note that it failed.</summary>
        public void Finish(Transaction transaction)
        {
            if (transaction == null) throw new ArgumentNullException("transaction");
            iap_error error = iap_error.Create();
            IapException.Check(C.iap_finish_transaction(Handle, transaction, ref error), ref error);
        }

        /// <summary>Finishes the transaction of an id, for a game that kept nothing else.</summary>
        public void Finish(ulong transactionId)
        {
            iap_error error = iap_error.Create();
            IapException.Check(C.iap_finish_transaction_id(Handle, transactionId, ref error), ref error);
        }

        private Task<Transaction> WaitForPayment(Func<ulong> add, CancellationToken cancellation)
        {
            if (cancellation.IsCancellationRequested) return Request<Transaction>.Cancelled(cancellation);
            RequireObserver();
            Request<Transaction> request = new Request<Transaction>(this, cancellation, StopWaiting);
            ulong id;
            try
            {
                // The outcome may come to another thread before the id is known here.
                lock (payments)
                {
                    id = add();
                    payments.Add(id, request);
                }
            }
            catch (IapException refused)
            {
                return request.Refused(refused.Error);
            }
            return request.Begun(id);
        }

        private void RequireObserver()
        {
            lock (seats) if (seats.Count != 0) return;
            IapException.Check(C.iap_can_make_payments(Handle)); // a closed client says so
            throw new IapException(new IapError(Status.InvalidState,
                "nobody subscribes to TransactionUpdated, where what is bought is granted: subscribe first"));
        }

        private void StopWaiting(ulong paymentId)
        {
            Request<Transaction> request = Take(payments, paymentId);
            if (request != null) request.End(new IapError(Status.Cancelled, "the game stopped waiting"), null);
        }

        private void OnTransactionUpdated(Transaction transaction)
        {
            Request<Transaction> request = transaction.State == TransactionState.Purchasing
                ? null
                : Take(payments, transaction.PaymentId);
            if (request == null) transaction.Dispose();
            else outcomes.Enqueue(() => request.End(null, transaction));
        }

        private void OnRestoreFinished(ulong requestId)
        {
            Request<None> request = Take(restores, requestId);
            if (request != null) outcomes.Enqueue(() => request.End(null, None.Value));
        }

        private void OnRestoreFailed(ulong requestId, IapError error)
        {
            Request<None> request = Take(restores, requestId);
            if (request != null) outcomes.Enqueue(() => request.End(error, null));
        }

        /// <summary>The client is closed: nothing comes any more.</summary>
        private void EndWaiting()
        {
            IapError closed = new IapError(Status.Cancelled, "the client was closed; what is paid comes at the next launch");
            foreach (Request<Transaction> request in TakeAll(payments)) request.End(closed, null);
            foreach (Request<None> request in TakeAll(restores)) request.End(closed, null);
        }

        private static T Take<T>(Dictionary<ulong, T> waiting, ulong id) where T : class
        {
            lock (waiting)
            {
                T found;
                if (waiting.TryGetValue(id, out found)) waiting.Remove(id);
                return found;
            }
        }

        private static List<T> TakeAll<T>(Dictionary<ulong, T> waiting)
        {
            lock (waiting)
            {
                List<T> all = new List<T>(waiting.Values);
                waiting.Clear();
                return all;
            }
        }
    }
}
