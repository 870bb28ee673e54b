using System;
using System.Collections.Generic;

namespace IAPBridge.Native
{
    /// <summary>
    /// Objects for the callbacks of the library. C gets a number as user_data and passes it back; the number leads to the
    /// object. An object stays alive until it is taken out. A later call finds nothing, because numbers are not used again;
    /// with 32-bit pointers they are used again after 2,147,483,647 others.
    /// </summary>
    internal static class Roots
    {
        private static readonly Dictionary<long, object> Objects = new Dictionary<long, object>();
        private static long last;

        internal static int Count
        {
            get { lock (Objects) return Objects.Count; }
        }

        internal static IntPtr Add(object added)
        {
            lock (Objects)
            {
                do last = IntPtr.Size == 4 ? last % int.MaxValue + 1 : last + 1;
                while (Objects.ContainsKey(last));
                Objects.Add(last, added);
                return (IntPtr)last;
            }
        }

        internal static object Find(IntPtr number)
        {
            object found;
            lock (Objects) return Objects.TryGetValue((long)number, out found) ? found : null;
        }

        internal static object Take(IntPtr number)
        {
            lock (Objects)
            {
                object found = Find(number);
                Objects.Remove((long)number);
                return found;
            }
        }
    }
}
