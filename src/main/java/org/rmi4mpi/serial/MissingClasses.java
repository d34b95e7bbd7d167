package org.rmi4mpi.serial;

import java.util.Arrays;

/** The objects that need a missing class, by their handles. Owned by one stream. */
final class MissingClasses {
    private static final int FEW = 16;

    /** Null while there are none. */
    private ClassNotFoundException[] byHandle;

    boolean isEmpty() {
        return byHandle == null;
    }

    /** Returns the exception for the missing class that the object needs; null if none is missing. */
    ClassNotFoundException find(int handle) {
        return byHandle == null || handle == ReadHandles.NONE || handle >= byHandle.length ? null : byHandle[handle];
    }

    /** @param e null if no class is missing */
    void set(int handle, ClassNotFoundException e) {
        if (e != null) {
            if (byHandle == null) {
                byHandle = new ClassNotFoundException[Math.max(FEW, handle + 1)];
            } else if (handle >= byHandle.length) {
                byHandle = Arrays.copyOf(byHandle, Math.max(2 * byHandle.length, handle + 1));
            }
            byHandle[handle] = e;
        }
    }

    /** Records that the object needs a missing class, unless one is recorded already. */
    void add(int handle, ClassNotFoundException e) {
        if (handle != ReadHandles.NONE && find(handle) == null) {
            set(handle, e);
        }
    }

    /** Records that an object needs another one, which may lack its class. */
    void inherit(int dependent, int needed) {
        if (byHandle != null) {
            add(dependent, find(needed));
        }
    }

    void clear() {
        if (byHandle != null) {
            byHandle = null;
        }
    }
}
