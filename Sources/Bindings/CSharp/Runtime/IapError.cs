using System;
using IAPBridge.Native;

namespace IAPBridge
{
    /// <summary>What went wrong, as iap_error of the header tells it.</summary>
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

        /// <summary>The class of the status.</summary>
        public Category Category { get; private set; }

        /// <summary>The name that the header gives the status, for example "IAP_ERROR_NETWORK".</summary>
        public string Name
        {
            get { return Utf8.Text(C.iap_status_name(Status), null); }
        }

        /// <summary>One line in English: what, where and what to do. For the log, not for the player.</summary>
        public string Message { get; private set; }

        /// <summary>The same call may succeed later without a change in the game.</summary>
        public bool IsRetryable { get; private set; }

        /// <summary>The number that the store gave its error; 0 for none.</summary>
        public long StoreCode { get; private set; }

        /// <summary>The domain that the store gave its error; empty for none.</summary>
        public string StoreDomain { get; private set; }

        /// <summary>The player changed their mind, the game cancelled, or the client was closed: show nothing.</summary>
        public bool IsCancelled
        {
            get { return Category == Category.Cancelled; }
        }

        public override string ToString()
        {
            return string.IsNullOrEmpty(Message) ? Name : Name + ": " + Message;
        }

        /// <summary>None for NULL.</summary>
        internal static IapError From(iap_error* error)
        {
            return error == null ? null : new IapError(ref *error);
        }
    }
}
