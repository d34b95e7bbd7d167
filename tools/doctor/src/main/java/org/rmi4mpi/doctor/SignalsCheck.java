package org.rmi4mpi.doctor;

/** Checks that the JVM handles the signals that it needs, and that a rank is told of its end. */
public final class SignalsCheck {
    private static final int SIGUSR1 = 10;
    private static final int SIGSEGV = 11;
    private static final int SIGTERM = 15;

    private SignalsCheck() {}

    /** @param status of a rank in a running job */
    public static Finding look(String host, ProcessStatus status) {
        if (!status.catches(SIGSEGV)) {
            return Finding.wrong("signals", host, "the JVM needs SIGSEGV, and has no handler for it",
                    "a library of the MPI has"
                            + " taken it: set UCX_ERROR_SIGNALS= (empty) and PSP_SIGSEGV=0");
        } else if (status.ignores(SIGTERM) || status.ignores(SIGUSR1)) {
            String name = status.ignores(SIGTERM) ? "TERM" : "USR1";
            return Finding.wrong("signals", host, "SIG" + name + " is ignored, so that the hooks of"
                    + " Ranks.onTermination do not run", "start the job without trap '' " + name);
        } else if (!status.catches(SIGTERM)) {
            return Finding.wrong("signals", host, "SIGTERM ends a rank at once, without the hooks of"
                    + " Ranks.onTermination", "start the ranks without -Xrs");
        }
        return Finding.well("signals", host, "SIGSEGV is the JVM's, SIGTERM and SIGUSR1 are heard");
    }
}
