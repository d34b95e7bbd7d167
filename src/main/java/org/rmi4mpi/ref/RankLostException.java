package org.rmi4mpi.ref;

import java.rmi.ConnectException;

/**
 * A call has failed since the rank that it calls is lost, and the job goes on without that rank ({@code rmi4mpirun
 * --survive}). Whether the method has run there is not known.
 */
public final class RankLostException extends ConnectException {
    private static final long serialVersionUID = 1L;

    /** The rank that is lost. */
    private final int rank;
    /** Its host. */
    private final String host;

    /**
     * @param host its host; empty if unknown
     * @param cause why the call was not made or has no reply
     */
    public RankLostException(Object call, int rank, String host, Exception cause) {
        super("call of " + call + " failed: rank " + rank + (host.isEmpty() ? "" : " on host " + host)
                + " is lost, and the job goes on without it: call another rank", cause);
        this.rank = rank;
        this.host = host;
    }

    /** The rank that is lost. */
    public int rank() {
        return rank;
    }

    /** The host that it ran on; empty if unknown. */
    public String host() {
        return host;
    }
}
