package jpvm;

import java.io.Serializable;
import java.util.Objects;
import org.rmi4mpi.jpvm.RankTasks;

/**
 * Names a task: by the host that it runs on, and by its port, a number that no other task of the job has, or has had.
 * Two ids with the same host and port are equal. Immutable.
 */
public class jpvmTaskId implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String host;
    private final int port;

    /** Of no task. */
    public jpvmTaskId() {
        this("", 0);
    }

    /** The task of this port, on the host that it runs on; on this host where that is unknown. */
    public jpvmTaskId(int port) {
        this(hostOf(port), port);
    }

    public jpvmTaskId(String host, int port) {
        this.host = host;
        this.port = port;
    }

    private static String hostOf(int port) {
        return RankTasks.isRunning() ? RankTasks.current().hostOf(port) : "localhost";
    }

    public String getHost() {
        return host;
    }

    public int getPort() {
        return port;
    }

    public boolean equals(jpvmTaskId other) {
        return other != null && other.port == port && Objects.equals(other.host, host);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof jpvmTaskId id && equals(id);
    }

    @Override
    public int hashCode() {
        return port;
    }

    @Override
    public String toString() {
        return host + ", port #" + port;
    }
}
