namespace IAPBridge.Native
{
    /// <summary>The native library that contains the functions.</summary>
    internal static class Library
    {
#if (UNITY_IOS || UNITY_TVOS || UNITY_VISIONOS || UNITY_WEBGL) && !UNITY_EDITOR
        // On these systems Unity links native code into the program.
        internal const string Name = "__Internal";
#else
        internal const string Name = "iap";
#endif
    }
}
