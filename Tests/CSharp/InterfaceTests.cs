using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using IAPBridge;
using IAPBridge.Native;

/// <summary>Compares the lowest layer with the compiler's view of the headers.</summary>
public static class InterfaceTests
{
    private static readonly Assembly Binding = typeof(IapClient).Assembly;

    [Test]
    public static void every_function_is_declared_and_is_in_the_library()
    {
        int count = 0;
        foreach (string[] words in Lines("function"))
        {
            MethodInfo method = typeof(C).GetMethod(words[1]);
            Program.Check(method != null, words[1] + " is not declared");
            if (words[2] == "0") Marshal.Prelink(method);
            string[] kinds = words.Skip(4).ToArray();
            ParameterInfo[] parameters = method.GetParameters();
            Program.Equal(kinds.Length, parameters.Length, words[1] + " has parameters");
            Program.Check(Fits(words[3], method.ReturnType), words[1] + " returns " + method.ReturnType);
            for (int i = 0; i < kinds.Length; i++)
                Program.Check(Fits(kinds[i], parameters[i].ParameterType), words[1] + " takes " + parameters[i]);
            count++;
        }
        Program.Equal(count, typeof(C).GetMethods(BindingFlags.Public | BindingFlags.Static).Length, "functions");
    }

    [Test]
    public static void every_enumeration_has_every_value()
    {
        List<string[]> lines = Lines("enum").ToList();
        foreach (string[] words in lines)
        {
            Type type = EnumOf(words[1]);
            Program.Equal(typeof(int), Enum.GetUnderlyingType(type), words[1]);
            Program.Equal(words.Length - 2, Enum.GetNames(type).Length, words[1] + " has values");
            foreach (string[] value in words.Skip(2).Select(word => word.Split('=')))
            {
                string name = Enum.GetName(type, int.Parse(value[1]));
                Program.Check(name != null && Pascal(value[0]).EndsWith(name), value[0] + " is " + name);
            }
        }
        Program.Equal(lines.Count, Binding.GetTypes().Count(type => type.IsEnum && type.Namespace == "IAPBridge"), "enumerations");
    }

    [Test]
    public static void every_constant_has_its_value()
    {
        List<string[]> lines = Lines("constant").ToList();
        foreach (string[] words in lines)
        {
            FieldInfo constant = typeof(IapConstants).GetField(Pascal(words[1].Substring("IAP_".Length)));
            Program.Check(constant != null, words[1] + " is not declared");
            Program.Equal(words[2], constant.GetRawConstantValue().ToString(), words[1]);
        }
        Program.Equal(lines.Count, typeof(IapConstants).GetFields().Length, "constants");
    }

    [Test]
    public static void every_struct_has_the_layout_of_c()
    {
        List<string[]> lines = Lines("struct").ToList();
        foreach (string[] words in lines)
        {
            Type type = Binding.GetType("IAPBridge.Native." + words[1]);
            Program.Check(type != null, words[1] + " is not declared");
            Program.Equal(int.Parse(words[2]), Marshal.SizeOf(type), "the size of " + words[1]);
            Program.Equal(words.Length - 3, type.GetFields(BindingFlags.Public | BindingFlags.Instance).Length, "fields of " + words[1]);
            foreach (string[] field in words.Skip(3).Select(word => word.Split('=')))
                Program.Equal(int.Parse(field[1]), Marshal.OffsetOf(type, field[0]).ToInt32(), words[1] + "." + field[0]);
            Program.Equal(8, type.StructLayoutAttribute.Pack, words[1]);
        }
        Program.Equal(lines.Count, Binding.GetTypes().Count(
            type => type.Namespace == "IAPBridge.Native" && type.IsValueType && !type.IsNested), "structs");
    }

    [Test]
    public static void the_library_knows_the_size_of_every_struct_that_has_one()
    {
        foreach (string[] words in Lines("struct").Where(words => words[3].StartsWith("struct_size=")))
        {
            MethodInfo create = Binding.GetType("IAPBridge.Native." + words[1]).GetMethod("Create");
            object made = create.Invoke(null, null);
            Program.Equal(uint.Parse(words[2]), (uint)made.GetType().GetField("struct_size").GetValue(made), words[1]);
        }
        Program.Equal(1, iap_payment.Create().quantity, "the quantity of IAP_PAYMENT_INIT");
    }

    [Test]
    public static void every_callback_is_a_delegate_for_c()
    {
        foreach (string[] words in Lines("callback"))
        {
            Type type = Binding.GetType("IAPBridge.Native." + words[1]);
            Program.Check(type != null, words[1] + " is not declared");
            Program.Equal(CallingConvention.Cdecl, type.GetCustomAttribute<UnmanagedFunctionPointerAttribute>().CallingConvention, words[1]);
            ParameterInfo[] parameters = type.GetMethod("Invoke").GetParameters();
            Program.Equal(words.Length - 2, parameters.Length, words[1] + " has parameters");
            for (int i = 0; i < parameters.Length; i++)
                Program.Check(Fits(words[i + 2], parameters[i].ParameterType), words[1] + " takes " + parameters[i]);
        }
    }

    /// <summary>IL2CPP makes an entry point for static methods with the attribute, and for no others.</summary>
    [Test]
    public static void what_c_calls_is_static_and_marked()
    {
        int count = 0;
        foreach (FieldInfo field in Binding.GetTypes().SelectMany(
                     type => type.GetFields(BindingFlags.NonPublic | BindingFlags.Public | BindingFlags.Static)))
        {
            // The compiler keeps its own delegates, under names that no program can use.
            if (field.FieldType.GetCustomAttribute<UnmanagedFunctionPointerAttribute>() == null || field.Name[0] == '<') continue;
            Delegate kept = (Delegate)field.GetValue(null);
            Program.Check(kept.Method.IsStatic, field.Name + " is static");
            Attribute mark = kept.Method.GetCustomAttributes().Single(one => one.GetType().Name == "MonoPInvokeCallbackAttribute");
            Program.Equal(field.FieldType, (Type)mark.GetType().GetProperty("Type").GetValue(mark, null), field.Name);
            count++;
        }
        int expected = Lines("callback").Count(words => words[1] != "iap_clock_function")
            + typeof(IapObserver).GetProperties().Length;
        Program.Equal(expected, count, "functions that C calls");
    }

    [Test]
    public static void every_handle_has_a_class()
    {
        foreach (string[] words in Lines("handle"))
        {
            string name = Pascal(words[1].Substring("iap_".Length));
            Type type = Binding.GetType("IAPBridge." + (words[2] == "1" ? "Iap" + name : name == "Event" ? "QueuedEvent" : name));
            Program.Check(type != null, words[1] + " has no class");
            Program.Check(words[2] == "1" ? typeof(IDisposable).IsAssignableFrom(type) : type.IsSubclassOf(typeof(SafeHandle)),
                          words[1] + " is released");
        }
    }

    private static IEnumerable<string[]> Lines(string first)
    {
        return File.ReadAllLines(Path.Combine(Program.Folder, "interface")).Select(line => line.Split(' ')).Where(words => words[0] == first);
    }

    private static Type EnumOf(string name)
    {
        string short_ = Pascal(name.Substring("iap_".Length));
        if (name.EndsWith("_t")) short_ = short_.Substring(0, short_.Length - 1);
        return Binding.GetType("IAPBridge." + (short_ == "Environment" ? "StoreEnvironment" : short_), true);
    }

    private static string Pascal(string name)
    {
        return string.Concat(name.Split('_').Select(word => word.Substring(0, 1).ToUpperInvariant() + word.Substring(1).ToLowerInvariant()));
    }

    /// <summary>Whether C# passes a type like C passes one of this kind.</summary>
    private static bool Fits(string kind, Type type)
    {
        if (kind.StartsWith("out-"))
            return type.IsByRef || type.IsArray ? Fits(kind.Substring("out-".Length), type.GetElementType()) : type.IsPointer;
        switch (kind)
        {
            case "void": return type == typeof(void);
            case "int32": return type == typeof(int);
            case "uint32": return type == typeof(uint);
            case "int64": return type == typeof(long);
            case "uint64": return type == typeof(ulong);
            case "double": return type == typeof(double);
            case "size": return type == typeof(UIntPtr);
            case "enum": return type.IsEnum;
            case "text": return type == typeof(byte[]) || type == typeof(IntPtr);
            case "bytes": case "buffer": return type == typeof(byte[]);
            case "texts": return type == typeof(IntPtr[]);
            case "pointer": return type == typeof(IntPtr);
            case "handle": return type == typeof(IntPtr) || type.IsSubclassOf(typeof(Snapshot));
            case "struct": return type.IsPointer || type == typeof(iap_error).MakeByRefType();
            case "callback": return type.IsSubclassOf(typeof(Delegate));
            default: return false;
        }
    }
}
