namespace IAPBridge.Native
{
    /// <summary>Where the functions are.</summary>
    internal static class Library
    {
#if (UNITY_IOS || UNITY_TVOS || UNITY_VISIONOS || UNITY_WEBGL) && !UNITY_EDITOR
        // Unity links native code into the program there.
        internal const string Name = "__Internal";
#else
        internal const string Name = "iap";
#endif
    }
}
