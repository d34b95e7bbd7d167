package org.rmi4mpi.ref.stub;

import java.lang.reflect.Method;
import java.rmi.RemoteException;
import java.rmi.server.RemoteRef;

/** A reference as its stub uses it. */
public abstract class StubReference {
    private ClassLoader loader;

    /** Begins a call. Used by generated stubs. */
    public abstract OutgoingCall beginCall(RemoteMethod method) throws RemoteException;

    /** This reference. */
    protected abstract RemoteRef ref();

    /**
     * The loader in which the JDK would define the stub's class: it finds the classes of results. Null if this loader is
     * that of the platform or of rmi4mpi; then the caller's loader finds them.
     */
    public final ClassLoader loader() {
        return loader;
    }

    /** Called before the stub is used. */
    protected final void setLoader(ClassLoader ofStub) {
        loader = ofStub;
    }

    /** Makes a call of a proxy, or of a stub from rmic. */
    protected final Object call(Class<?> stub, Method method, Object[] arguments) throws Exception {
        loader = StubFactory.loaderOf(stub);
        RemoteMethod called = RemoteMethod.of(method);
        OutgoingCall call = beginCall(called);
        BoxedValues.putArguments(called.parameters(), arguments, call);
        return BoxedValues.invoke(called.result(), call);
    }
}
