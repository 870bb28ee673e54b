using System;

namespace IAPBridge.Native
{
    /// <summary>
    /// Marks a static method that C calls. Ahead-of-time compilers (IL2CPP, Mono AOT) search for the name of this attribute
    /// and make an entry point for the method.
    /// </summary>
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        public MonoPInvokeCallbackAttribute(Type type)
        {
            Type = type;
        }

        public Type Type { get; private set; }
    }
}
