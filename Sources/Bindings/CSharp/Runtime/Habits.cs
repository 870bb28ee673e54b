#if !(UNITY_IOS || UNITY_TVOS || UNITY_VISIONOS || UNITY_WEBGL) || UNITY_EDITOR

using System;
using System.Collections.Generic;
using IAPBridge.Native;

namespace IAPBridge
{
    /// <summary>The habits of real systems that an IapStore can simulate, and their profiles.</summary>
    public static class Habits
    {
        /// <summary>The profiles of the library, in the order of their numbers. Run a game's tests with each of them.</summary>
        public static IReadOnlyList<Profile> Profiles
        {
            get
            {
                Profile[] profiles = new Profile[(int)C.iap_profile_count()];
                for (int i = 0; i < profiles.Length; i++) profiles[i] = C.iap_profile_at((UIntPtr)i);
                return profiles;
            }
        }

        /// <summary>The habits of the library, in the order of their numbers.</summary>
        public static IReadOnlyList<Habit> All
        {
            get
            {
                Habit[] habits = new Habit[(int)C.iap_habit_count()];
                for (int i = 0; i < habits.Length; i++) habits[i] = C.iap_habit_at((UIntPtr)i);
                return habits;
            }
        }

        /// <summary>Returns the name for logs and tools; null if it is no profile.</summary>
        public static string NameOf(Profile profile)
        {
            return Utf8.Text(C.iap_profile_name(profile), null);
        }

        /// <summary>Returns the name for logs and tools; null if it is no habit.</summary>
        public static string NameOf(Habit habit)
        {
            return Utf8.Text(C.iap_habit_name(habit), null);
        }

        /// <summary>Returns the name of a value; null if it has none.</summary>
        public static string NameOf(Habit habit, long value)
        {
            return Utf8.Text(C.iap_habit_value_name(habit, value), null);
        }

        /// <summary>Returns the profile with this name; Profile.None if there is none.</summary>
        public static Profile ProfileNamed(string name)
        {
            return C.iap_profile_named(Utf8.Bytes(name, "name"));
        }

        /// <summary>Returns the habit with this name; Habit.None if there is none.</summary>
        public static Habit HabitNamed(string name)
        {
            return C.iap_habit_named(Utf8.Bytes(name, "name"));
        }

        /// <summary>Describes a habit in one or two sentences; null if it is no habit.</summary>
        public static string SentenceOf(Habit habit)
        {
            return Utf8.Text(C.iap_habit_sentence(habit), null);
        }

        /// <summary>Returns who saw a habit, and on which system; null if it is no habit.</summary>
        public static string SourceOf(Habit habit)
        {
            return Utf8.Text(C.iap_habit_source(habit), null);
        }

        /// <summary>Returns the largest value of a habit; -1 if it is no habit. The smallest is 0.</summary>
        public static long LargestOf(Habit habit)
        {
            return C.iap_habit_largest(habit);
        }

        /// <summary>Returns the value of a habit in a profile; -1 if it is no habit or no profile.</summary>
        public static long ValueIn(Profile profile, Habit habit)
        {
            return C.iap_habit_value_in(habit, profile);
        }
    }
}

#endif
