package org.rmi4mpi.ref;

import java.io.ObjectInputFilter;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.rmi.Remote;
import org.rmi4mpi.ref.collect.CountedObject;
import org.rmi4mpi.serial.CallerLoader;

/** An exported object with its methods and its stub. Thread-safe. */
final class ExportedObject extends CountedObject {
    private final MethodTable methods;
    private final ClassLoader loader;
    private final ObjectInputFilter filter;
    private volatile WeakReference<Remote> stub = new WeakReference<>(null);

    ExportedObject(long id, Remote object, ObjectInputFilter filter, ReferenceQueue<Object> gone) {
        super(id, object, gone);
        this.filter = filter;
        methods = MethodTable.of(object.getClass());
        loader = contextOf(object.getClass());
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

    /** Null if the stub was collected. The object may still exist. */
    Remote stub() {
        return stub.get();
    }

    void stub(Remote another) {
        stub = new WeakReference<>(another);
    }

    /** Finds the classes of arguments. Methods run with it as context class loader. */
    @Override
    public ClassLoader loader() {
        return loader;
    }

    /** The filter for arguments; null if there is none. */
    ObjectInputFilter filter() {
        return filter;
    }

    MethodTable methods() {
        return methods;
    }
}
