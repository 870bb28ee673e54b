#if !(UNITY_IOS || UNITY_TVOS || UNITY_VISIONOS || UNITY_WEBGL) || UNITY_EDITOR

using System;
using System.Collections.Generic;
using IAPBridge.Native;

namespace IAPBridge
{
    /// <summary>The habits of real systems that an IapStore can have, and their profiles.</summary>
    public static class Habits
    {
        /// <summary>The profiles that the library knows, in the order of their numbers: run a game's tests under each.</summary>
        public static IReadOnlyList<Profile> Profiles
        {
            get
            {
                Profile[] profiles = new Profile[(int)C.iap_profile_count()];
                for (int i = 0; i < profiles.Length; i++) profiles[i] = C.iap_profile_at((UIntPtr)i);
                return profiles;
            }
        }

        /// <summary>The habits that the library knows, in the order of their numbers.</summary>
        public static IReadOnlyList<Habit> All
        {
            get
            {
                Habit[] habits = new Habit[(int)C.iap_habit_count()];
                for (int i = 0; i < habits.Length; i++) habits[i] = C.iap_habit_at((UIntPtr)i);
                return habits;
            }
        }

        /// <summary>The name as logs and tools have it; null for no profile.</summary>
        public static string NameOf(Profile profile)
        {
            return Utf8.Text(C.iap_profile_name(profile), null);
        }

        /// <summary>The name as logs and tools have it; null for no habit.</summary>
        public static string NameOf(Habit habit)
        {
            return Utf8.Text(C.iap_habit_name(habit), null);
        }

        /// <summary>The name of one value; null if it has none.</summary>
        public static string NameOf(Habit habit, long value)
        {
            return Utf8.Text(C.iap_habit_value_name(habit, value), null);
        }

        /// <summary>Profile.None if none has the name.</summary>
        public static Profile ProfileNamed(string name)
        {
            return C.iap_profile_named(Utf8.Bytes(name, "name"));
        }

        /// <summary>Habit.None if none has the name.</summary>
        public static Habit HabitNamed(string name)
        {
            return C.iap_habit_named(Utf8.Bytes(name, "name"));
        }

        /// <summary>Describes a habit in one or two sentences; null for no habit.</summary>
        public static string SentenceOf(Habit habit)
        {
            return Utf8.Text(C.iap_habit_sentence(habit), null);
        }

        /// <summary>Who has seen a habit, and on which system; null for no habit.</summary>
        public static string SourceOf(Habit habit)
        {
            return Utf8.Text(C.iap_habit_source(habit), null);
        }

        /// <summary>The largest value that a habit can have; -1 for no habit. The smallest is 0.</summary>
        public static long LargestOf(Habit habit)
        {
            return C.iap_habit_largest(habit);
        }

        /// <summary>The value that a habit has in a profile; -1 for no habit or no profile.</summary>
        public static long ValueIn(Profile profile, Habit habit)
        {
            return C.iap_habit_value_in(habit, profile);
        }
    }
}

#endif
