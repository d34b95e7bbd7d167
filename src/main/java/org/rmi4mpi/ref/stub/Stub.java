package org.rmi4mpi.ref.stub;

import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.rmi.server.RemoteRef;
import java.util.Arrays;
import java.util.List;

/**
 * The superclass of generated stubs. A stub is written as its interfaces and its reference, and created again when read.
 * Its equals, hashCode and toString are those of its reference, as the JDK's RemoteObject has them.
 */
@SuppressWarnings("deprecation") // RemoteObject.toStub accepts nothing else as a stub
public abstract class Stub extends java.rmi.server.RemoteStub {
    private static final long serialVersionUID = 1L;

    private static final ThreadLocal<ForeignForm> FOREIGN = new ThreadLocal<>();

    protected Stub(RemoteRef reference) {
        super(reference);
    }

    /** For generated subclasses. */
    protected final StubReference reference() {
        return (StubReference) ref;
    }

    /** What a stream writes. It is the own form, unless this thread writes for another RMI. */
    public final Object writeReplace() throws ObjectStreamException {
        ForeignForm foreign = FOREIGN.get();
        return foreign == null ? form() : foreign.of(this);
    }

    /** The written form among ranks. */
    public final Object form() {
        return new Form(getClass().getInterfaces(), reference());
    }

    /** Sets how this thread writes stubs from now on; null for their own form. Returns what was set before. */
    public static ForeignForm setForeignForm(ForeignForm form) {
        ForeignForm before = FOREIGN.get();
        FOREIGN.set(form);
        return before;
    }

    private void readObject(ObjectInputStream in) throws InvalidObjectException {
        throw new InvalidObjectException("a stub is read as its interfaces and its reference");
    }

    private record Form(Class<?>[] interfaces, StubReference reference) implements Serializable {
        private static final long serialVersionUID = 1L;

        private Object readResolve() throws InvalidObjectException {
            if (interfaces == null || reference == null) {
                throw new InvalidObjectException("a stub without interfaces or reference");
            }
            try {
                return StubFactory.read(List.of(interfaces), reference);
            } catch (IllegalArgumentException e) {
                InvalidObjectException refused = new InvalidObjectException("no stub can have the interfaces "
                        + Arrays.toString(interfaces) + " (" + e.getMessage()
                        + "): let the caller's class loader find them all");
                refused.initCause(e);
                throw refused;
            }
        }
    }
}
