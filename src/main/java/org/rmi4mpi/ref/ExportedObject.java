package org.rmi4mpi.ref;

import java.io.ObjectInputFilter;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.rmi.Remote;
import org.rmi4mpi.serial.CallerLoader;

/**
 * An exported object, its stub, and the weight of the remote references to it. This entry holds the object while other
 * ranks have some of the weight. Otherwise the object lives as long as the program holds it or one of its stubs.
 * Thread-safe.
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

    /** The object, while remote references hold it. */
    private Remote held;
    private long weight;
    /** Number of one-way requests from this rank that have not begun. */
    private int requests;
    /** Whether uncounted references may exist. */
    private boolean isPinned;

    /** Held by the stubs on this rank. It keeps the object alive until the object is unexported. */
    private static final class Hold {
        @SuppressWarnings("unused") // keeps the object
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
        this.loader = contextOf(object.getClass());
    }

    /**
     * The loader of the object's class, so that arguments have the classes that its methods know. But if the context class
     * loader of this thread is a child of it, the context class loader: a library exports the program's object then. The
     * JDK does so (JDK-4149366). Our own classes, such as registries, count as the platform's, to which all loaders lead.
     */
    private static ClassLoader contextOf(Class<?> type) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader own = type.getClassLoader();
        if (own == null || own == context || CallerLoader.isOurs(type)) {
            return context;
        }
        for (ClassLoader each = context; each != null; each = each.getParent()) {
            if (each == own) {
                return context;
            }
        }
        return own;
    }

    long id() {
        return id;
    }

    /** Null if the object was collected. */
    Remote object() {
        return get();
    }

    /** Null if the stub was collected. The object may still exist. */
    Remote stub() {
        return stub.get();
    }

    void stub(Remote another) {
        stub = new WeakReference<>(another);
    }

    /** Returns the holder for a stub on this rank. */
    synchronized Object hold(Remote object) {
        Hold found = hold.get();
        if (found == null) {
            found = new Hold(object);
            hold = new WeakReference<>(found);
        }
        return found;
    }

    /** Ends the hold of the remaining stubs, since the object is unexported. */
    synchronized void release() {
        Hold found = hold.get();
        if (found != null) {
            found.object = null;
        }
    }

    /** Finds the classes of arguments. Methods run with it as context class loader. */
    ClassLoader loader() {
        return loader;
    }

    /** The filter for arguments; null if there is none. */
    ObjectInputFilter filter() {
        return filter;
    }

    MethodTable methods() {
        return methods;
    }

    // ---- references that hold the object

    /** Lends weight to a reference that leaves. Returns 0 if it is not counted, since the object stays anyway. */
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

    /**
     * Takes weight back. Returns the object if this was the last reference; otherwise null. Ignores weight that was
     * never lent.
     */
    synchronized Remote giveBack(long less) {
        if (less <= 0 || less > weight) {
            return null;
        }
        weight -= less;
        Remote left = weight == 0 && !isPinned ? held : null;
        letGo();
        return left;
    }

    /** Holds the object until a one-way request begins. Returns false if the object was collected, or stays anyway. */
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

    /** Holds the object until it is unexported. */
    synchronized void pin() {
        isPinned = true;
        held = get();
    }

    /** The identity hash of the object: {@link ExportTable} finds the entry by it. */
    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }
}
