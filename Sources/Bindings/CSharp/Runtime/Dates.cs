using System;

namespace IAPBridge.Native
{
    internal static class Dates
    {
        private static readonly long Earliest = DateTimeOffset.MinValue.ToUnixTimeMilliseconds();
        private static readonly long Latest = DateTimeOffset.MaxValue.ToUnixTimeMilliseconds();

        /// <summary>Returns null for 0. Dates outside the range of DateTimeOffset become its first or last one.</summary>
        internal static DateTimeOffset? FromMilliseconds(long milliseconds)
        {
            if (milliseconds == 0) return null;
            return DateTimeOffset.FromUnixTimeMilliseconds(Math.Max(Earliest, Math.Min(Latest, milliseconds)));
        }
    }
}
