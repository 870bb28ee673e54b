using System;
using IAPBridge.Native;

namespace IAPBridge
{
    /// <summary>Functions of the library as a whole.</summary>
    public static class IapLibrary
    {
        private static readonly iap_log_function LogCallback = LogCalled;
        private static Action<LogLevel, string> log;

        /// <summary>The version of the native library, for example 0.3.0.</summary>
        public static Version Version
        {
            get
            {
                uint version = C.iap_version();
                return new Version((int)(version >> 16), (int)(version >> 8 & 0xFF), (int)(version & 0xFF));
            }
        }

        /// <summary>Sets the log handler. The library calls it on any thread; it must not call the library.</summary>
        /// <param name="level">The least important level for the handler.</param>
        /// <param name="handler">Receives one line of English; null stops the log.</param>
        public static void SetLog(LogLevel level, Action<LogLevel, string> handler)
        {
            log = handler;
            // The native library outlives the domain, for example when Unity reloads the scripts.
            AppDomain.CurrentDomain.DomainUnload -= ClearLog;
            if (handler != null) AppDomain.CurrentDomain.DomainUnload += ClearLog;
            iap_error error = iap_error.Create();
            IapException.Check(C.iap_set_log_function(level, handler == null ? null : LogCallback, IntPtr.Zero, ref error), ref error);
        }

        /// <summary>Checks each handle before its use, for the rest of the process; see iap_check_handles().</summary>
        public static void CheckHandles()
        {
            C.iap_check_handles();
        }

        private static void ClearLog(object sender, EventArgs arguments)
        {
            SetLog(LogLevel.None, null);
        }

        [MonoPInvokeCallback(typeof(iap_log_function))]
        private static void LogCalled(IntPtr userData, LogLevel level, IntPtr message)
        {
            Action<LogLevel, string> handler = log;
            try
            {
                if (handler != null) handler(level, Utf8.Text(message, null));
            }
            catch (Exception exception)
            {
                // There is no other place to report it.
                Console.Error.WriteLine("the handler of IapLibrary.SetLog threw " + exception);
            }
        }
    }
}
