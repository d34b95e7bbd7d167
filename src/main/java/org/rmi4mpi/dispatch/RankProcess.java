package org.rmi4mpi.dispatch;

/**
 * The host and process of a rank.
 *
 * @param host as MPI names it
 * @param pid process id on that host
 */
public record RankProcess(String host, long pid) {
    @Override
    public String toString() {
        return "host " + host + ", process " + pid;
    }
}
