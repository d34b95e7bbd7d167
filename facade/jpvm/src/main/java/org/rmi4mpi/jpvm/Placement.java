package org.rmi4mpi.jpvm;

import java.util.List;
import org.rmi4mpi.jpvm.pack.TaskException;

/** Selects the ranks for spawned tasks. */
public enum Placement {
    /** Any rank; the one with the fewest tasks is chosen. */
    ANYWHERE,
    /** The named ranks. */
    HOST,
    /** All ranks except the named ones. */
    HOST_COMPLEMENT;

    // The flags of pvm_spawn in PVM.
    private static final int HOST_FLAG = 1;
    private static final int COMPLEMENT_FLAG = 32;

    /** The placement for the flags of pvm_spawn. */
    public static Placement of(int flags) throws TaskException {
        return switch (flags) {
            case 0 -> ANYWHERE;
            case HOST_FLAG -> HOST;
            case HOST_FLAG | COMPLEMENT_FLAG -> HOST_COMPLEMENT;
            default -> throw new TaskException("pvm_spawn: flag " + flags
                    + ": give PvmTaskDefault, PvmTaskHost or PvmTaskHost | PvmHostCompl");
        };
    }

    /**
     * Returns which ranks are allowed.
     *
     * @param where a host of the job, "rankN", or "." for the caller's rank
     * @param own the caller's rank
     * @param hosts names of the ranks' hosts
     * @throws TaskException if there is no such host or rank, or no rank is left
     */
    boolean[] ranks(String where, int own, List<String> hosts) throws TaskException {
        boolean[] allowed = new boolean[hosts.size()];
        boolean isAny = this == ANYWHERE;
        for (int rank = 0; rank < allowed.length; rank++) {
            boolean isNamed = where != null
                    && (where.equals(".") ? rank == own : where.equals("rank" + rank) || where.equals(hosts.get(rank)));
            allowed[rank] = isAny || isNamed == (this == HOST);
        }
        if (!isAny && !isKnown(where, hosts)) {
            throw new TaskException("pvm_spawn: there is no " + where + " among the hosts of this job, which are "
                    + hosts
                    + ": give one of these, rankN with N from 0 to " + (hosts.size() - 1) + ", or \".\" for this rank");
        }
        for (boolean each : allowed) {
            if (each) {
                return allowed;
            }
        }
        throw new TaskException("pvm_spawn: all ranks of this job match " + where + ": no other rank is left");
    }

    private static boolean isKnown(String where, List<String> hosts) {
        if (where == null || where.equals(".") || hosts.contains(where)) {
            return where != null;
        }
        for (int rank = 0; rank < hosts.size(); rank++) {
            if (where.equals("rank" + rank)) {
                return true;
            }
        }
        return false;
    }
}
