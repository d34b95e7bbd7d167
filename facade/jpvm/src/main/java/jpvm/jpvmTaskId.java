package jpvm;

import java.io.Serializable;
import java.util.Objects;
import org.rmi4mpi.jpvm.Pool;

/**
 * Identifies a task by its host and its port. A port is a number that no other task of the job has or had. Two ids with
 * the same host and port are equal. Immutable.
 */
public class jpvmTaskId implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String host;
    private final int port;

    /** An id that names no task. */
    public jpvmTaskId() {
        this("", 0);
    }

    /** The id of the task with this port, on that task's host. Uses this host if the port is unknown. */
    public jpvmTaskId(int port) {
        this(hostOf(port), port);
    }

    public jpvmTaskId(String host, int port) {
        this.host = host;
        this.port = port;
    }

    private static String hostOf(int port) {
        return Pool.isRunning() ? Pool.current().ports().hostOf(port) : "localhost";
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
