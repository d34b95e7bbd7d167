package org.rmi4mpi.doctor;

/** Checks that a rank may lock memory, as networks such as InfiniBand require. */
public final class LockedMemoryCheck {
    private LockedMemoryCheck() {}

    /** @param network whether the node has such a network */
    public static Finding look(String host, ProcessLimits limits, boolean network) {
        long limit = limits.of("Max locked memory");
        String found = (limit == ProcessLimits.UNLIMITED ? "no limit" : (limit >> 10) + " KiB") + (network
                ? ", and an InfiniBand device" : ", and no network that needs more");
        return !network || limit == ProcessLimits.UNLIMITED ? Finding.well("locked memory", host, found)
                : Finding.wrong("locked memory", host, found,
                        "set memlock to unlimited in /etc/security/limits.conf, and"
                                + " have the scheduler take it over (Slurm: PropagateResourceLimitsExcept=MEMLOCK)");
    }
}
