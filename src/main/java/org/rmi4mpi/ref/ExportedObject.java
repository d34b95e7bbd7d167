package org.rmi4mpi.ref;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.rmi.Remote;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** An object that can be called, its stub, and the calls under way. Shared by all threads. */
final class ExportedObject {
    private final long id;
    private final Remote object;
    private final Remote stub;
    private final Map<Long, Method> methods;
    private final ClassLoader loader;
    private final AtomicInteger running = new AtomicInteger();

    ExportedObject(long id, Remote object, Remote stub) {
        this.id = id;
        this.object = object;
        this.stub = stub;
        this.methods = RemoteInterfaces.methodsByHash(object.getClass());
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

    Method method(long hash) {
        return methods.get(hash);
    }

    void callBegins() {
        running.incrementAndGet();
    }

    void callEnds() {
        running.decrementAndGet();
    }

    boolean isRunning() {
        return running.get() > 0;
    }

    /** Runs a method on this thread; what it throws comes out as it is. */
    Object invoke(Method method, Object[] arguments) throws Throwable {
        Thread thread = Thread.currentThread();
        ClassLoader previous = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return method.invoke(object, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        } finally {
            thread.setContextClassLoader(previous);
        }
    }
}
