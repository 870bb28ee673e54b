using System;
using IAPBridge.Native;

namespace IAPBridge
{
    /// <summary>A call was refused, or a request failed.</summary>
    public sealed class IapException : Exception
    {
        public IapException(IapError error) : base(error.ToString())
        {
            Error = error;
        }

        public IapError Error { get; private set; }

        public Status Status
        {
            get { return Error.Status; }
        }

        /// <summary>The header's name of the status, for example "IAP_ERROR_NETWORK".</summary>
        public string Name
        {
            get { return Error.Name; }
        }

        internal static void Check(Status status, ref iap_error error)
        {
            if (status != Status.Ok) throw new IapException(new IapError(ref error));
        }

        /// <summary>Checks the result of a function that returns a number or a negative status.</summary>
        internal static int Check(int answer)
        {
            if (answer < 0) throw new IapException(new IapError((Status)answer, Explanation((Status)answer)));
            return answer;
        }

        /// <summary>Returns messages for functions that have no error parameter.</summary>
        private static string Explanation(Status status)
        {
            switch (status)
            {
                case Status.Closed: return "it is closed: open another one";
                case Status.Reentrant: return "this thread is processing events of this client: return from the handler first";
                case Status.WrongThread: return "another thread is processing events of this client: pump, close and cancel on one thread";
                default: return "";
            }
        }
    }
}
