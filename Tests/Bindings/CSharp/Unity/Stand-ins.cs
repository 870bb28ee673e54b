using System;

// The part of Unity that Samples~ uses, only to compile it. It does nothing.
namespace UnityEngine
{
    public class Object
    {
        public static void DontDestroyOnLoad(Object kept) { }
    }

    public class MonoBehaviour : Object
    {
        public Object gameObject { get { return this; } }
    }

    public static class Application
    {
        public static string persistentDataPath { get { return ""; } }
        public static string streamingAssetsPath { get { return ""; } }
    }

    public static class Debug
    {
        public static void Log(object message) { }
        public static void LogWarning(object message) { }
        public static void LogException(Exception exception) { }
    }

    public static class JsonUtility
    {
        public static T FromJson<T>(string text) { return default(T); }
        public static string ToJson(object from) { return ""; }
    }

    public sealed class SerializeField : Attribute { }

    public sealed class TooltipAttribute : Attribute
    {
        public TooltipAttribute(string text) { }
    }
}
