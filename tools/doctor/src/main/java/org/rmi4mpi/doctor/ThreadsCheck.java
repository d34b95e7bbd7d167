package org.rmi4mpi.doctor;

/** Whether the ranks of a node may start enough threads. */
public final class ThreadsCheck {
    private static final long OF_A_RANK = 100;

    private ThreadsCheck() {}

    /**
     * Looks at both limits.
     *
     * @param group the limit of the control group, pids.max; "max" or empty if there is none
     */
    public static Finding look(String host, ProcessLimits limits, String group, int ranksOfNode) {
        long ofUser = limits.of("Max processes");
        long ofGroup = group.strip().matches("\\d{1,18}") ? Long.parseLong(group.strip()) : ProcessLimits.UNLIMITED;
        long limit = Math.min(ofUser, ofGroup);
        long needed = OF_A_RANK * ranksOfNode;
        String found = ProcessLimits.shown(limit) + " threads for " + ranksOfNode
                + (ranksOfNode == 1 ? " rank" : " ranks") + " of a node";
        return limit >= needed ? Finding.well("threads", host, found)
                : Finding.wrong("threads", host, found + " < " + needed, ofGroup < ofUser
                        ? "raise the limit of the container or the control group (pids)"
                        : "raise it: ulimit -u " + needed);
    }
}
