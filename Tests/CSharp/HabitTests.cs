using System;
using System.Linq;
using IAPBridge;

public static class HabitTests
{
    [Test]
    public static void habits_are_set_by_profile_and_one_by_one()
    {
        using (World world = new World())
        {
            IapStore store = world.Store;
            Program.Equal(Profile.Documented, store.GetProfile(), "what a store begins with");
            foreach (Profile profile in Habits.Profiles)
            {
                store.SetProfile(profile);
                Program.Equal(profile, store.GetProfile(), "profile");
                foreach (Habit habit in Habits.All)
                    Program.Equal(Habits.ValueIn(profile, habit), store.GetHabit(habit), Habits.NameOf(habit));
            }
            store.SetHabit(Habit.ListingLagMs, 1234);
            Program.Equal(1234L, store.GetHabit(Habit.ListingLagMs), "one habit");
            Program.Equal(Profile.None, store.GetProfile(), "no profile fits");
            IapException refused = Program.Throws<IapException>(() => store.SetHabit(Habit.TwoIds, 2), "out of range");
            Program.Equal(Status.InvalidArgument, refused.Status, "status");
            Program.Check(refused.Message.Contains("two_ids takes a value from 0 to 1, not 2"), refused.Message);
            store.ResetToDefaultState();
            Program.Equal(Profile.Documented, store.GetProfile(), "after a reset");
        }
    }

    [Test]
    public static void habits_are_listed_with_their_texts()
    {
        Program.Equal("documented macos-26 ios-27-simulator reported worst",
                      string.Join(" ", Habits.Profiles.Select(Habits.NameOf)), "profiles");
        Program.Equal(Enum.GetValues(typeof(Habit)).Length - 1, Habits.All.Count, "habits, and Habit.None");
        foreach (Profile profile in Habits.Profiles)
            Program.Equal(profile, Habits.ProfileNamed(Habits.NameOf(profile)), "a profile by its name");
        foreach (Habit habit in Habits.All)
        {
            string name = Habits.NameOf(habit);
            Program.Equal(habit, Habits.HabitNamed(name), name);
            Program.Check(Habits.SentenceOf(habit).Length > 0 && Habits.SourceOf(habit).Length > 0, name + " has no text");
            Program.Check(Habits.LargestOf(habit) > 0, name + " has one value");
        }
        Program.Equal("newest_first", Habits.NameOf(Habit.MissedOrder, 1), "the name of a value");
        Program.Equal<string>(null, Habits.NameOf(Habit.TwoIds, 1), "a value without a name");
        Program.Equal<string>(null, Habits.NameOf(Habit.None), "no habit");
        Program.Equal(Habit.None, Habits.HabitNamed(null), "no name");
        Program.Equal(-1L, Habits.ValueIn(Profile.None, Habit.TwoIds), "no profile");
    }
}
