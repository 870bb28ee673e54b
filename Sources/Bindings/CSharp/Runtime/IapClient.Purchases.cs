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
        /// Buys a product and returns the transaction: Purchased, Restored, Deferred, Failed, Rejected or Unverified. The
        /// handlers of TransactionUpdated receive it first, and also purchases from other times and places. Grant and finish
        /// there; use the returned transaction only to show the result.
        /// </summary>
        /// <param name="productId">The product to buy.</param>
        /// <param name="cancellation">Stops the wait. The payment continues, and TransactionUpdated receives its outcome.</param>
        /// <exception cref="IapException">The payment was refused, TransactionUpdated has no handler
        /// (Status.InvalidState), or the client was closed (Status.Cancelled).</exception>
        public Task<Transaction> BuyAsync(string productId, CancellationToken cancellation = default(CancellationToken))
        {
            return BuyAsync(new Payment { ProductId = productId }, cancellation);
        }

        /// <summary>Buys with the options of a payment; see BuyAsync(string).</summary>
        public Task<Transaction> BuyAsync(Payment payment, CancellationToken cancellation = default(CancellationToken))
        {
            return WaitForPayment(() => AddPayment(payment), cancellation);
        }

        /// <summary>Continues a purchase that the player began in the App Store; see BuyAsync(string).</summary>
        public Task<Transaction> BuyAsync(PurchaseIntent intent, Payment payment = null,
                                          CancellationToken cancellation = default(CancellationToken))
        {
            return WaitForPayment(() => TakePurchaseIntent(intent, payment), cancellation);
        }

        /// <summary>Delivers again what the account owns. The task completes after the last delivery.</summary>
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

        /// <summary>Finishes a transaction: the game has granted it and saved the grant, or has noted that it failed.</summary>
        public void Finish(Transaction transaction)
        {
            if (transaction == null) throw new ArgumentNullException("transaction");
            iap_error error = iap_error.Create();
            IapException.Check(C.iap_finish_transaction(Handle, transaction, ref error), ref error);
        }

        /// <summary>Finishes the transaction with this id, for games that keep only the id.</summary>
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
                // Another thread can receive the outcome before the id is known here.
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
            iap_error error = iap_error.Create();
            C.iap_can_make_payments(Handle, ref error);
            IapException.Check(error.status, ref error); // throws for a closed client
            throw new IapException(new IapError(Status.InvalidState,
                "TransactionUpdated has no handler, which must grant the purchase: add a handler first"));
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

        /// <summary>Ends all waits: the client is closed, and no outcome comes any more.</summary>
        private void EndWaiting()
        {
            IapError closed = new IapError(Status.Cancelled, "the client was closed; paid purchases come at the next launch");
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
