#if !(UNITY_IOS || UNITY_TVOS || UNITY_VISIONOS || UNITY_WEBGL) || UNITY_EDITOR

using System;
using System.Collections.Generic;
using IAPBridge.Native;

namespace IAPBridge
{
    /// <summary>The quirks of real systems that an IapStore can simulate, and their profiles.</summary>
    public static class Quirks
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

        /// <summary>The quirks of the library, in the order of their numbers.</summary>
        public static IReadOnlyList<Quirk> All
        {
            get
            {
                Quirk[] quirks = new Quirk[(int)C.iap_quirk_count()];
                for (int i = 0; i < quirks.Length; i++) quirks[i] = C.iap_quirk_at((UIntPtr)i);
                return quirks;
            }
        }

        /// <summary>Returns the name for logs and tools; null if it is no profile.</summary>
        public static string NameOf(Profile profile)
        {
            return Utf8.Text(C.iap_profile_name(profile), null);
        }

        /// <summary>Returns the name for logs and tools; null if it is no quirk.</summary>
        public static string NameOf(Quirk quirk)
        {
            return Utf8.Text(C.iap_quirk_name(quirk), null);
        }

        /// <summary>Returns the name of a value; null if it has none.</summary>
        public static string NameOf(Quirk quirk, long value)
        {
            return Utf8.Text(C.iap_quirk_value_name(quirk, value), null);
        }

        /// <summary>Returns the profile with this name; Profile.None if there is none.</summary>
        public static Profile ProfileNamed(string name)
        {
            return C.iap_profile_named(Utf8.Bytes(name, "name"));
        }

        /// <summary>Returns the quirk with this name; Quirk.None if there is none.</summary>
        public static Quirk QuirkNamed(string name)
        {
            return C.iap_quirk_named(Utf8.Bytes(name, "name"));
        }

        /// <summary>Describes a quirk in one or two sentences; null if it is no quirk.</summary>
        public static string SentenceOf(Quirk quirk)
        {
            return Utf8.Text(C.iap_quirk_sentence(quirk), null);
        }

        /// <summary>Returns who saw a quirk, and on which system; null if it is no quirk.</summary>
        public static string SourceOf(Quirk quirk)
        {
            return Utf8.Text(C.iap_quirk_source(quirk), null);
        }

        /// <summary>Returns the largest value of a quirk; -1 if it is no quirk. The smallest is 0.</summary>
        public static long LargestOf(Quirk quirk)
        {
            return C.iap_quirk_largest(quirk);
        }

        /// <summary>Returns the value of a quirk in a profile; -1 if it is no quirk or no profile.</summary>
        public static long ValueIn(Profile profile, Quirk quirk)
        {
            return C.iap_quirk_value_in(quirk, profile);
        }
    }
}

#endif
