using System;
using System.Linq;
using IAPBridge;

public static class QuirkTests
{
    [Test]
    public static void quirks_are_listed_with_their_texts()
    {
        Program.Equal("documented macos-26 ios-27-simulator reported worst",
                      string.Join(" ", Quirks.Profiles.Select(Quirks.NameOf)), "profiles");
        Program.Equal(Enum.GetValues(typeof(Quirk)).Length - 1, Quirks.All.Count, "quirks, and Quirk.None");
        foreach (Profile profile in Quirks.Profiles)
            Program.Equal(profile, Quirks.ProfileNamed(Quirks.NameOf(profile)), "a profile by its name");
        foreach (Quirk quirk in Quirks.All)
        {
            string name = Quirks.NameOf(quirk);
            Program.Equal(quirk, Quirks.QuirkNamed(name), name);
            Program.Check(Quirks.SentenceOf(quirk).Length > 0 && Quirks.SourceOf(quirk).Length > 0, name + " has no text");
            Program.Check(Quirks.LargestOf(quirk) > 0, name + " has one value");
        }
        Program.Equal("newest_first", Quirks.NameOf(Quirk.MissedOrder, 1), "the name of a value");
        Program.Equal<string>(null, Quirks.NameOf(Quirk.TwoIds, 1), "a value without a name");
        Program.Equal<string>(null, Quirks.NameOf(Quirk.None), "no quirk");
        Program.Equal(Quirk.None, Quirks.QuirkNamed(null), "no name");
        Program.Equal(-1L, Quirks.ValueIn(Profile.None, Quirk.TwoIds), "no profile");
    }
}
