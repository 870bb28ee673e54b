using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using IAPBridge;
using IAPBridge.Native;

/// <summary>Compares the calls and structs of the lowest layer with the compiler's view of the headers. The generator writes the
/// rest from the same description.</summary>
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
        Program.Check(count > typeof(IapObserver).GetProperties().Length, "functions that C calls: " + count);
    }

    private static IEnumerable<string[]> Lines(string first)
    {
        return File.ReadAllLines(Path.Combine(Program.Folder, "interface")).Select(line => line.Split(' ')).Where(words => words[0] == first);
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
