using System;
using System.Text;

namespace IAPBridge.Native
{
    /// <summary>C texts: UTF-8 with a NUL at the end.</summary>
    public static unsafe class Utf8
    {
        private static readonly UTF8Encoding Encoding = new UTF8Encoding(false, true);

        /// <summary>Returns a text for C; null stays null.</summary>
        /// <param name="text">The text.</param>
        /// <param name="name">The name of the text in errors.</param>
        /// <exception cref="IapException">Status.InvalidText: it contains a NUL, or half of a surrogate pair.</exception>
        public static byte[] Bytes(string text, string name)
        {
            if (text == null) return null;
            if (text.IndexOf('\0') >= 0) throw Invalid(name, "a NUL character");
            byte[] bytes = new byte[Length(text, name) + 1];
            Encoding.GetBytes(text, 0, text.Length, bytes, 0);
            return bytes;
        }

        /// <summary>Returns the text at an address; null for NULL. The owner stays alive until the text is read.</summary>
        public static string Text(IntPtr address, object owner)
        {
            byte* start = (byte*)address;
            if (start == null) return null;
            int length = 0;
            while (start[length] != 0) length++;
            string text = length == 0 ? "" : System.Text.Encoding.UTF8.GetString(start, length);
            GC.KeepAlive(owner);
            return text;
        }

        /// <summary>Returns the text at the beginning of a buffer.</summary>
        internal static string Text(byte[] buffer)
        {
            fixed (byte* start = buffer) return Text((IntPtr)start, buffer);
        }

        /// <summary>Returns the number of bytes of a text, without the NUL.</summary>
        internal static int Length(string text, string name)
        {
            if (text == null) return 0;
            try
            {
                return Encoding.GetByteCount(text);
            }
            catch (EncoderFallbackException)
            {
                throw Invalid(name, "half of a surrogate pair");
            }
        }

        private static IapException Invalid(string name, string what)
        {
            return new IapException(new IapError(Status.InvalidText, name + " contains " + what + ": remove it"));
        }
    }
}
