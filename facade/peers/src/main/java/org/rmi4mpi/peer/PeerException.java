package org.rmi4mpi.peer;

import java.rmi.RemoteException;

/** An exception of a rank in another language whose class this rank lacks, such as python.ValueError. */
public final class PeerException extends RemoteException {
    private static final long serialVersionUID = 1L;

    private final String className;
    private final String text;

    PeerException(String className, String text) {
        super(text == null || text.isEmpty() ? className : className + ": " + text);
        this.className = className;
        this.text = text;
    }

    /** The name of its class there. */
    public String className() {
        return className;
    }

    /** Its message there; null if there is none. */
    public String text() {
        return text;
    }
}
