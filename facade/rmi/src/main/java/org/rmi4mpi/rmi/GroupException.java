package org.rmi4mpi.rmi;

import java.rmi.RemoteException;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;

/** The calls of some members of a {@link Group} failed. The calls of the other members have ended. */
public final class GroupException extends RemoteException {
    private static final long serialVersionUID = 1L;

    private final SortedMap<Integer, Throwable> failures;

    GroupException(int members, SortedMap<Integer, Throwable> failures) {
        super(failures.size() + " of " + members + " members failed, first member " + failures.firstKey(),
                failures.get(failures.firstKey()));
        this.failures = failures;
        failures.tailMap(failures.firstKey() + 1).values().forEach(this::addSuppressed);
    }

    /** The exceptions, by the index of the member in the group. */
    public Map<Integer, Throwable> failures() {
        return Collections.unmodifiableMap(failures);
    }
}
