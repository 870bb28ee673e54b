using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace IAPBridge
{
    /// <summary>
    /// A handle of the library: an immutable snapshot. Any thread may read it, even after the client is closed. Dispose()
    /// releases it, or later the garbage collector. Each read of a text copies it.
    /// </summary>
    public abstract class Snapshot : SafeHandle
    {
        private readonly Snapshot owner;

        /// <param name="handle">The handle.</param>
        /// <param name="owner">The snapshot that contains this one and lives as long; null for an independent one.</param>
        internal Snapshot(IntPtr handle, Snapshot owner) : base(IntPtr.Zero, true)
        {
            if (owner != null)
            {
                bool isHeld = false;
                owner.DangerousAddRef(ref isHeld);
                this.owner = owner;
            }
            SetHandle(handle);
        }

        public override bool IsInvalid
        {
            get { return handle == IntPtr.Zero; }
        }

        internal bool ReleaseOwner()
        {
            owner.DangerousRelease();
            return true;
        }
    }

    /// <summary>A snapshot that is a list. Each element is released like the list itself.</summary>
    public abstract class SnapshotList<T> : Snapshot, IReadOnlyList<T> where T : Snapshot
    {
        internal SnapshotList(IntPtr handle, Snapshot owner) : base(handle, owner) { }

        public abstract int Count { get; }

        public T this[int index]
        {
            get
            {
                if (index < 0 || index >= Count)
                    throw new ArgumentOutOfRangeException("index", index, "the list has " + Count + " elements");
                return At(index);
            }
        }

        public IEnumerator<T> GetEnumerator()
        {
            for (int i = 0, count = Count; i < count; i++) yield return At(i);
        }

        IEnumerator IEnumerable.GetEnumerator()
        {
            return GetEnumerator();
        }

        /// <summary>Returns the element at a valid index.</summary>
        protected abstract T At(int index);
    }
}
