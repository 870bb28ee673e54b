using System;
using IAPBridge.Native;

namespace IAPBridge
{
    /// <summary>An error, with the fields of the header's iap_error.</summary>
    public sealed unsafe class IapError
    {
        internal IapError(Status status, string message)
        {
            Status = status;
            Category = (Category)(-(int)status & 0xFF);
            Message = message;
            StoreDomain = "";
        }

        internal IapError(ref iap_error from)
        {
            fixed (iap_error* error = &from)
            {
                Status = error->status;
                Category = error->category;
                IsRetryable = error->retryable == 1;
                StoreCode = error->store_code;
                StoreDomain = Utf8.Text((IntPtr)error->store_domain, null);
                Message = Utf8.Text((IntPtr)error->message, null);
            }
        }

        public Status Status { get; private set; }

        /// <summary>The category of the status.</summary>
        public Category Category { get; private set; }

        /// <summary>The header's name of the status, for example "IAP_ERROR_NETWORK".</summary>
        public string Name
        {
            get { return Utf8.Text(C.iap_status_name(Status), null); }
        }

        /// <summary>One line in English: the problem, its place and what to do. It is for logs, not for players.</summary>
        public string Message { get; private set; }

        /// <summary>Whether the same call can succeed later without a change in the game.</summary>
        public bool IsRetryable { get; private set; }

        /// <summary>The number of the store's own error; 0 for none.</summary>
        public long StoreCode { get; private set; }

        /// <summary>The domain of the store's own error; empty for none.</summary>
        public string StoreDomain { get; private set; }

        /// <summary>Whether the player or the game cancelled, or the client was closed. Show nothing to the player.</summary>
        public bool IsCancelled
        {
            get { return Category == Category.Cancelled; }
        }

        public override string ToString()
        {
            return string.IsNullOrEmpty(Message) ? Name : Name + ": " + Message;
        }

        /// <summary>Returns null for NULL.</summary>
        internal static IapError From(iap_error* error)
        {
            return error == null ? null : new IapError(ref *error);
        }
    }
}
