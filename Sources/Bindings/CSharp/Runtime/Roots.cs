using System;
using System.Collections.Generic;

namespace IAPBridge.Native
{
    /// <summary>
    /// Objects that C knows by a number, which it passes back as user_data. They stay alive until they are taken out. A
    /// number that comes late finds nothing: none is given twice (with pointers of 32 bits, not within 2,147,483,647).
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
