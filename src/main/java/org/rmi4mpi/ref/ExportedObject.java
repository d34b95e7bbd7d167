package org.rmi4mpi.ref;

import java.io.ObjectInputFilter;
import java.rmi.Remote;

/** An object that can be called, its stub, and the calls under way. Shared by all threads. */
final class ExportedObject {
    private final long id;
    private final Remote object;
    private final Remote stub;
    private final MethodTable methods;
    private final ClassLoader loader;
    private final ObjectInputFilter filter;

    ExportedObject(long id, Remote object, Remote stub, ObjectInputFilter filter) {
        this.filter = filter;
        this.id = id;
        this.object = object;
        this.stub = stub;
        this.methods = MethodTable.of(object.getClass());
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        this.loader = context != null ? context : object.getClass().getClassLoader();
    }

    long id() {
        return id;
    }

    Remote object() {
        return object;
    }

    Remote stub() {
        return stub;
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
}
