using System;
using IAPBridge.Native;

namespace IAPBridge
{
    /// <summary>A device of the reference App Store, on which one client runs. Close the client first.</summary>
    public sealed partial class IapDevice : IDisposable
    {
        internal IapDevice(IntPtr handle)
        {
            Handle = handle;
        }

        /// <summary>The device for functions of IAPBridge.Native.</summary>
        public IntPtr Handle { get; private set; }

#if !(UNITY_IOS || UNITY_TVOS || UNITY_VISIONOS || UNITY_WEBGL) || UNITY_EDITOR
        private bool isClosed;

        /// <exception cref="IapException">Status.Busy: a client runs on it.</exception>
        public void Dispose()
        {
            if (isClosed) return;
            iap_error error = iap_error.Create();
            IapException.Check(C.iap_device_close(Handle, ref error), ref error);
            isClosed = true;
        }
#else
        public void Dispose() { }
#endif
    }
}
