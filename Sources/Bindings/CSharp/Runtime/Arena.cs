using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace IAPBridge.Native
{
    /// <summary>Memory for the arguments of one C call. Dispose() frees it after the call.</summary>
    public sealed unsafe class Arena : IDisposable
    {
        private readonly List<IntPtr> blocks = new List<IntPtr>();

        public void Dispose()
        {
            foreach (IntPtr block in blocks) Marshal.FreeHGlobal(block);
            blocks.Clear();
        }

        /// <summary>Allocates this many bytes, which can be 0.</summary>
        public void* Allocate(int size)
        {
            IntPtr block = Marshal.AllocHGlobal(Math.Max(size, 1));
            blocks.Add(block);
            return (void*)block;
        }

        public IntPtr Bytes(byte[] bytes)
        {
            if (bytes == null) return IntPtr.Zero;
            IntPtr place = (IntPtr)Allocate(bytes.Length);
            Marshal.Copy(bytes, 0, place, bytes.Length);
            return place;
        }

        public IntPtr Text(string text, string name)
        {
            return Bytes(Utf8.Bytes(text, name));
        }

        public IntPtr[] TextArray(IReadOnlyList<string> texts, string name)
        {
            if (texts == null) return null;
            IntPtr[] places = new IntPtr[texts.Count];
            for (int i = 0; i < places.Length; i++) places[i] = Text(texts[i], name + "[" + i + "]");
            return places;
        }

        public IntPtr Texts(IReadOnlyList<string> texts, string name)
        {
            IntPtr[] places = TextArray(texts, name);
            if (places == null) return IntPtr.Zero;
            IntPtr list = (IntPtr)Allocate(places.Length * IntPtr.Size);
            Marshal.Copy(places, 0, list, places.Length);
            return list;
        }
    }
}
