using System;

namespace IAPBridge.Native
{
    internal static class Dates
    {
        private static readonly long Earliest = DateTimeOffset.MinValue.ToUnixTimeMilliseconds();
        private static readonly long Latest = DateTimeOffset.MaxValue.ToUnixTimeMilliseconds();

        /// <summary>None for 0. What DateTimeOffset cannot hold becomes its first or last moment.</summary>
        internal static DateTimeOffset? FromMilliseconds(long milliseconds)
        {
            if (milliseconds == 0) return null;
            return DateTimeOffset.FromUnixTimeMilliseconds(Math.Max(Earliest, Math.Min(Latest, milliseconds)));
        }
    }
}
