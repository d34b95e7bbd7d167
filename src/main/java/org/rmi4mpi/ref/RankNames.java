package org.rmi4mpi.ref;

import java.util.List;
import org.rmi4mpi.dispatch.RankProcess;
import org.rmi4mpi.ref.stub.RemoteMethod;

/** The names of ranks in stack traces. Thread-safe. */
final class RankNames {
    private final int own;
    /** One entry per rank; empty if unknown. */
    private volatile List<RankProcess> processes = List.of();

    RankNames(int own) {
        this.own = own;
    }

    List<RankProcess> processes() {
        return processes;
    }

    void setProcesses(List<RankProcess> all) {
        processes = all;
    }

    private String of(int rank) {
        return "rank " + rank + (rank < processes.size() ? " on host " + processes.get(rank).host() : "");
    }

    /**
     * The line of stack traces between a callee and this rank.
     *
     * @param name of the method there
     */
    StackTraceElement boundary(RemoteMethod method, String name, int callee) {
        return new StackTraceElement(method.method().getDeclaringClass().getName(), name,
                "---- remote call, run by " + of(callee) + ", made by " + of(own) + " ----", -1);
    }
}
