package org.rmi4mpi.ref;

import java.io.ObjectInputFilter;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.rmi.Remote;

/**
 * An object that can be called, its stub, and the weight of the references to it that are out: while there is some, the
 * object stays. Then it is there as long as the program holds it, or a stub of it. Shared by all threads.
 */
final class ExportedObject extends WeakReference<Remote> {
    private static final long LARGEST_WEIGHT = 1L << 62;

    private final long id;
    private final int hash;
    private final MethodTable methods;
    private final ClassLoader loader;
    private final ObjectInputFilter filter;
    private volatile WeakReference<Remote> stub = new WeakReference<>(null);
    private WeakReference<Hold> hold = new WeakReference<>(null);

    /** The object, while it has to stay. */
    private Remote held;
    private long weight;
    /** One-way requests of this rank to it, which have not begun. */
    private int requests;
    /** There are, or may be, references that nobody counts. */
    private boolean isPinned;

    /** What the stubs of this rank keep the object by, until it is unexported. */
    private static final class Hold {
        private volatile Remote object;

        Hold(Remote object) {
            this.object = object;
        }
    }

    ExportedObject(long id, Remote object, ObjectInputFilter filter, ReferenceQueue<Object> gone) {
        super(object, gone);
        this.filter = filter;
        this.id = id;
        hash = System.identityHashCode(object);
        this.methods = MethodTable.of(object.getClass());
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        this.loader = context != null ? context : object.getClass().getClassLoader();
    }

    long id() {
        return id;
    }

    /** Null where it was collected. */
    Remote object() {
        return get();
    }

    /** Null where it was collected; the object may still be there. */
    Remote stub() {
        return stub.get();
    }

    void stub(Remote another) {
        stub = new WeakReference<>(another);
    }

    /** What a stub keeps the object by. */
    synchronized Object hold(Remote object) {
        Hold found = hold.get();
        if (found == null) {
            found = new Hold(object);
            hold = new WeakReference<>(found);
        }
        return found;
    }

    /** It is unexported: a stub that is left keeps it no more. */
    synchronized void release() {
        Hold found = hold.get();
        if (found != null) {
            found.object = null;
        }
    }

    /** The context class loader of the thread that exported the object; its methods run under it. */
    ClassLoader loader() {
        return loader;
    }

    /** Asked of arguments; null where there is none. */
    ObjectInputFilter filter() {
        return filter;
    }

    MethodTable methods() {
        return methods;
    }

    // ---- what keeps it

    /** A reference of this weight goes out; returns 0 where it is not counted, since the object stays anyway. */
    synchronized long lend(long more) {
        if (weight > LARGEST_WEIGHT - more) {
            pin();
        }
        held = get();
        if (isPinned || held == null) {
            return 0;
        }
        weight += more;
        return more;
    }

    /** Returns the object where no reference is out any more; otherwise null. What was never lent is not taken. */
    synchronized Remote giveBack(long less) {
        if (less <= 0 || less > weight) {
            return null;
        }
        weight -= less;
        Remote left = weight == 0 && !isPinned ? held : null;
        letGo();
        return left;
    }

    /** Returns false where the object is gone, or stays anyway. */
    synchronized boolean awaitRequest() {
        held = get();
        if (isPinned || held == null) {
            return false;
        }
        requests++;
        return true;
    }

    synchronized void beginRequest() {
        requests = Math.max(requests - 1, 0);
        letGo();
    }

    private void letGo() {
        if (weight == 0 && requests == 0 && !isPinned) {
            held = null;
        }
    }

    /** It stays until it is unexported. */
    synchronized void pin() {
        isPinned = true;
        held = get();
    }

    /** The object's: by it {@link ExportTable} looks for its entry. */
    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }
}
