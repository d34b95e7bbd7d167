package jpvm;

import java.util.List;
import org.rmi4mpi.jpvm.Placement;
import org.rmi4mpi.jpvm.Pool;
import org.rmi4mpi.jpvm.mail.Endpoint;
import org.rmi4mpi.jpvm.mail.MailPattern;
import org.rmi4mpi.jpvm.mail.Ports;
import org.rmi4mpi.jpvm.pack.TaskException;
import org.rmi4mpi.jpvm.task.TaskInfo;

/** The hosts and tasks of the job, as programs see them. Stateless. */
final class VirtualMachine {
    private VirtualMachine() {}

    static jpvmTaskId id(int port) {
        return new jpvmTaskId(Pool.current().ports().hostOf(port), port);
    }

    static jpvmTaskId[] ids(int[] ports) {
        jpvmTaskId[] ids = new jpvmTaskId[ports.length];
        for (int i = 0; i < ports.length; i++) {
            ids[i] = id(ports[i]);
        }
        return ids;
    }

    /** The port of a task; that of no task if the id is null. */
    static int port(jpvmTaskId task) {
        return task == null ? MailPattern.NOBODY : task.getPort();
    }

    static int spawn(Endpoint parent, String name, String[] args, int flag, String where, int count,
            jpvmTaskId[] tids) throws jpvmException {
        int room = tids == null ? 0 : tids.length;
        if (name == null) {
            throw new jpvmException("pvm_spawn: the name of the task's class is null");
        } else if (count < 0) {
            throw new jpvmException("pvm_spawn: " + count + " tasks of " + name + ": give a number from 0");
        } else if (count > room) {
            throw new jpvmException("pvm_spawn: " + count + " tasks of " + name + " > "
                    + (tids == null ? "tids, which is null" : room + ", the length of tids"));
        }
        int[] ports = Requests.ask(() -> Pool.current().spawner().spawn(parent, name,
                args == null ? new String[0] : args.clone(), Placement.of(flag), where, count));
        for (int i = 0; i < ports.length; i++) {
            tids[i] = id(ports[i]);
        }
        return ports.length;
    }

    static jpvmConfiguration configuration() {
        Ports ports = Pool.current().ports();
        List<String> hosts = ports.hosts();
        jpvmConfiguration configuration = new jpvmConfiguration(hosts.size());
        for (int rank = 0; rank < hosts.size(); rank++) {
            configuration.hostNames[rank] = hosts.get(rank);
            configuration.hostDaemonTids[rank] = new jpvmTaskId(hosts.get(rank), ports.ofPool(rank));
        }
        return configuration;
    }

    /** Returns null if the rank does not exist or does not answer. */
    static jpvmTaskStatus tasksOf(jpvmConfiguration configuration, int rank) {
        Pool pool = Pool.current();
        if (configuration == null || rank < 0 || rank >= configuration.numHosts || rank >= pool.size()) {
            return null;
        }
        List<TaskInfo> all;
        try {
            all = pool.tasksOf(rank);
        } catch (TaskException e) {
            jpvmDebug.error(e.getMessage());
            return null;
        }
        jpvmTaskStatus status = new jpvmTaskStatus(all.size());
        status.hostName = configuration.hostNames[rank];
        for (int i = 0; i < all.size(); i++) {
            status.taskNames[i] = all.get(i).name();
            status.taskTids[i] = id(all.get(i).port());
        }
        return status;
    }

    static void findHosts(int count, String[] names, jpvmTaskId[] tids) throws jpvmException {
        Requests.checkCount("pvm_addhosts", count, "names", names);
        if (tids != null) {
            Requests.checkCount("pvm_addhosts", count, "task ids", tids);
        }
        Ports ports = Pool.current().ports();
        for (int i = 0; i < count; i++) {
            int rank = ports.hosts().indexOf(names[i]); // of the first one on that host
            if (rank < 0) {
                throw new jpvmException("pvm_addhosts: " + names[i] + " is not a host of this job, whose hosts are "
                        + ports.hosts() + ": start it with more ranks, by rmi4mpirun -n, or by the batch system");
            }
            if (tids != null) {
                tids[i] = new jpvmTaskId(names[i], ports.ofPool(rank));
            }
        }
    }
}
