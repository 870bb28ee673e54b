#if !(UNITY_IOS || UNITY_TVOS || UNITY_VISIONOS || UNITY_WEBGL) || UNITY_EDITOR

using System;
using IAPBridge.Native;

namespace IAPBridge
{
    /// <summary>
    /// The reference App Store for tests on Linux. It sells the products of a .storekit file and follows the commands of the
    /// test. Close the clients first, then the devices, then the store: nested using statements have this order.
    /// </summary>
    public sealed unsafe partial class IapStore : IDisposable
    {
        private bool isClosed;

        /// <exception cref="IapException">The same errors as iap_store_open() of the header. For an unusable .storekit file, the
        /// message names the place.</exception>
        public IapStore(StoreOptions options)
        {
            using (Arena arena = new Arena())
            {
                IntPtr store;
                iap_error error = iap_error.Create();
                IapException.Check(C.iap_store_open(StoreOptions.Write(options, arena), out store, ref error), ref error);
                Handle = store;
            }
        }

        private IapStore(IntPtr handle)
        {
            Handle = handle;
        }

        /// <summary>The store for functions of IAPBridge.Native.</summary>
        public IntPtr Handle { get; private set; }

        /// <summary>Opens a device with a signed-in account.</summary>
        public IapDevice OpenDevice(string account, string deviceName)
        {
            IntPtr device;
            iap_error error = iap_error.Create();
            IapException.Check(C.iap_store_open_device(Handle, Utf8.Bytes(account, "account"), Utf8.Bytes(deviceName, "deviceName"),
                                                       out device, ref error), ref error);
            return new IapDevice(device);
        }

        /// <summary>Returns the ids of all transactions of an account, or of all accounts for null, in their order.</summary>
        public ulong[] TransactionIds(string account = null)
        {
            byte[] name = Utf8.Bytes(account, "account");
            return Ids((ulong[] ids, UIntPtr capacity, out UIntPtr count, ref iap_error error) =>
                C.iap_store_list_transactions(Handle, name, ids, capacity, out count, ref error));
        }

        /// <summary>Returns the ids of purchases that wait for approval; the oldest comes first.</summary>
        public ulong[] Approvals()
        {
            return Ids((ulong[] ids, UIntPtr capacity, out UIntPtr count, ref iap_error error) =>
                C.iap_store_list_approvals(Handle, ids, capacity, out count, ref error));
        }

        /// <summary>Returns the product of a purchase that waits for approval.</summary>
        public string ApprovalProductId(ulong approvalId)
        {
            byte[] text = new byte[IapConstants.ProductIdLengthMax + 1];
            iap_error error = iap_error.Create();
            IapException.Check(C.iap_store_approval_product_id(Handle, approvalId, text, (UIntPtr)text.Length, ref error), ref error);
            return Utf8.Text(text);
        }

        /// <exception cref="IapException">Status.Busy: a device of the store is open.</exception>
        public void Dispose()
        {
            if (isClosed) return;
            iap_error error = iap_error.Create();
            IapException.Check(C.iap_store_close(Handle, ref error), ref error);
            isClosed = true;
        }

        private delegate Status List(ulong[] ids, UIntPtr capacity, out UIntPtr count, ref iap_error error);

        private static ulong[] Ids(List list)
        {
            ulong[] ids = new ulong[0];
            while (true)
            {
                UIntPtr count;
                iap_error error = iap_error.Create();
                IapException.Check(list(ids, (UIntPtr)ids.Length, out count, ref error), ref error);
                bool isAll = (int)count <= ids.Length;
                Array.Resize(ref ids, (int)count);
                if (isAll) return ids;
            }
        }
    }
}

#endif
