using System;
using System.Globalization;
using System.Linq;
using IAPBridge;

/// <summary>One command of the list.</summary>
public sealed class Words
{
    private readonly string[] words;
    private readonly Func<string, ulong> variable;

    /// <param name="line">The line of the list.</param>
    /// <param name="variable">The value of a word that starts with $.</param>
    public Words(string line, Func<string, ulong> variable)
    {
        words = line.Split(' ');
        this.variable = variable;
    }

    public int Count
    {
        get { return words.Length; }
    }

    public string Verb
    {
        get { return words[0]; }
    }

    public override string ToString()
    {
        return string.Join(" ", words.Select(Log.Escaped));
    }

    public bool Has(string word)
    {
        return words.Skip(1).Contains(word);
    }

    /// <summary>Null for "-" and for a word that is not there.</summary>
    public string Text(int index)
    {
        if (index >= words.Length || words[index] == "-") return null;
        return words[index] == "\"\"" ? "" : words[index];
    }

    public string[] TextsFrom(int index)
    {
        return Enumerable.Range(index, Math.Max(0, words.Length - index)).Select(Text).ToArray();
    }

    public long Number(int index)
    {
        return long.Parse(Needed(index), CultureInfo.InvariantCulture);
    }

    public ulong Id(int index)
    {
        string word = Needed(index);
        return word[0] == '$' ? variable(word) : ulong.Parse(word, CultureInfo.InvariantCulture);
    }

    /// <summary>current_entitlements is CurrentEntitlements.</summary>
    public T Choice<T>(int index) where T : struct
    {
        T value;
        if (!Enum.TryParse(Pascal(Needed(index)), out value)) throw new PlayFailed("no such word: " + words[index]);
        return value;
    }

    /// <summary>The value of the word name=value.</summary>
    public string Option(string name)
    {
        string word = words.Skip(1).FirstOrDefault(one => one.StartsWith(name + "=", StringComparison.Ordinal));
        return word == null ? null : word.Substring(name.Length + 1);
    }

    /// <summary>A word as a parameter of this type.</summary>
    public object Argument(int index, Type type)
    {
        if (type == typeof(string)) return Text(index);
        if (type == typeof(ulong)) return Id(index);
        if (type == typeof(bool)) return Number(index) == 1;
        if (type.IsEnum) return Enum.ToObject(type, Number(index));
        return Convert.ChangeType(Number(index), type, CultureInfo.InvariantCulture);
    }

    public static string Pascal(string name)
    {
        return string.Concat(name.Split('_').Select(word => word.Substring(0, 1).ToUpperInvariant() + word.Substring(1)));
    }

    private string Needed(int index)
    {
        if (index >= words.Length) throw new PlayFailed("a word is missing after " + this);
        return words[index];
    }
}
