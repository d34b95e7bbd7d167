package org.rmi4mpi.serial;

import java.util.Arrays;

/** Which of the objects that have been read need a class that is not here, by their handles. Owned by one stream. */
final class MissingClasses {
    private static final int FEW = 16;

    /** Null while there is none. */
    private ClassNotFoundException[] byHandle;

    boolean isEmpty() {
        return byHandle == null;
    }

    /** The class that is not here, of an object or of one that it needs; null where there is none. */
    ClassNotFoundException of(int handle) {
        return byHandle == null || handle == ReadHandles.NONE || handle >= byHandle.length ? null : byHandle[handle];
    }

    /** @param e null where the class is here */
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

    /** The object has asked for one that is missing, unless it lacks another one already. */
    void add(int handle, ClassNotFoundException e) {
        if (handle != ReadHandles.NONE && of(handle) == null) {
            set(handle, e);
        }
    }

    /** An object that needs one which is missing is missing, too. */
    void inherit(int dependent, int needed) {
        if (byHandle != null) {
            add(dependent, of(needed));
        }
    }

    void clear() {
        if (byHandle != null) {
            byHandle = null;
        }
    }
}
