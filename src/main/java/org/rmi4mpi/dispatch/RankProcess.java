package org.rmi4mpi.dispatch;

/**
 * Where a rank runs.
 *
 * @param host as MPI names it
 * @param pid of its process, on that host
 */
public record RankProcess(String host, long pid) {
    @Override
    public String toString() {
        return "host " + host + ", process " + pid;
    }
}
