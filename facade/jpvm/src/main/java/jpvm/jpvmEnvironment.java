package jpvm;

import java.util.List;
import org.rmi4mpi.jpvm.CurrentTask;
import org.rmi4mpi.jpvm.Endpoint;
import org.rmi4mpi.jpvm.Groups;
import org.rmi4mpi.jpvm.Mail;
import org.rmi4mpi.jpvm.MailPattern;
import org.rmi4mpi.jpvm.Placement;
import org.rmi4mpi.jpvm.RankTasks;
import org.rmi4mpi.jpvm.Task;
import org.rmi4mpi.jpvm.TaskException;
import org.rmi4mpi.jpvm.TaskInfo;

/**
 * A task's part in the virtual machine. It spawns tasks, and sends and receives messages. A task constructs an
 * environment first, and leaves it by {@link #pvm_exit}.
 *
 * <p><b>Tasks.</b> The virtual machine is the job, and its hosts are the ranks. Rank 0 runs the program's main. A
 * spawned task goes to the rank with the fewest tasks of its spawner, the other ranks taking turns. It goes to the
 * spawner's own rank if every other rank has more. Several tasks share a rank. Each has its own threads, statics and
 * output. A System.exit, an exception or a stack overflow ends only the task in which it occurs. The job ends when main
 * and all other tasks have ended, or when main has ended and the others wait for messages that nobody is left to send.
 *
 * <p><b>Messages.</b> Messages from one task to another arrive in order. A receive takes the oldest message that
 * matches. A send never waits for the receive. The receiver's rank keeps messages that nobody has received, up to half
 * of its heap. Beyond that, a send waits while messages are being received there, and fails after 10 s without a
 * receive. Any int is a valid tag. To receive any tag, or from any task, use the method without that parameter.
 *
 * <p>A task may construct several environments, one after the other or concurrently in several threads. Each has its
 * own task id and messages. The first has the id that the parent knows. Threads that share an environment each get the
 * messages that they ask for. While a thread waits, its rank serves remote calls.
 *
 * <p>After pvm_exit, all methods except {@link #pvm_mytid} and {@link #pvm_parent} throw a jpvmException.
 */
public class jpvmEnvironment {
    public static final jpvmTaskId PvmNoParent = null;

    /** Flag of {@link #pvm_spawn(String, String[], int, String, int, jpvmTaskId[])}: any rank. */
    public static final int PvmTaskDefault = 0;
    /** Flag: the named host or rank. */
    public static final int PvmTaskHost = 1;
    /** Flag, combined with PvmTaskHost: every host or rank except the named one. */
    public static final int PvmHostCompl = 32;

    private final Endpoint endpoint;
    private final jpvmTaskId own;
    private final jpvmTaskId parent;

    public jpvmEnvironment() throws jpvmException {
        this(false, null);
    }

    /** @param taskName name of the task in {@link #pvm_tasks} */
    public jpvmEnvironment(String taskName) throws jpvmException {
        this(false, taskName);
    }

    /** @param isDaemon ignored; ranks need no daemon */
    public jpvmEnvironment(boolean isDaemon) throws jpvmException {
        this(isDaemon, null);
    }

    /**
     * @param isDaemon ignored; ranks need no daemon
     * @param taskName name of the task in {@link #pvm_tasks}; null for the name of its main class
     */
    public jpvmEnvironment(boolean isDaemon, String taskName) throws jpvmException {
        Task task = CurrentTask.get();
        if (task == null) {
            throw new jpvmException("this thread belongs to no task: start the program by rmi4mpirun --jpvm -n 4"
                    + " -cp app.jar Main, and construct environments in threads of its own");
        }
        try {
            endpoint = task.enrol(taskName);
        } catch (TaskException e) {
            throw jpvmBuffer.of(e);
        }
        own = id(endpoint.port());
        parent = task.parent() == MailPattern.NOBODY ? PvmNoParent : id(task.parent());
    }

    private static jpvmTaskId id(int port) {
        return new jpvmTaskId(RankTasks.current().hostOf(port), port);
    }

    private static int port(jpvmTaskId task) {
        return task == null ? MailPattern.NOBODY : task.getPort();
    }

    public jpvmTaskId pvm_mytid() {
        return own;
    }

    /** The task that spawned this one; {@link #PvmNoParent} for main. */
    public jpvmTaskId pvm_parent() {
        return parent;
    }

    // ---- tasks

    /**
     * Starts tasks. Returns when each task has constructed its environment, or has ended without one.
     *
     * @param task_name a class with a main method; neither need be public
     * @param num number of tasks
     * @param tids receives their ids, in the order in which the environments were constructed
     * @return number of tasks that have constructed an environment
     * @throws jpvmException if the class or its main method does not exist, or num is negative or exceeds the length of
     *     tids
     */
    public int pvm_spawn(String task_name, int num, jpvmTaskId[] tids) throws jpvmException {
        return pvm_spawn(task_name, new String[0], PvmTaskDefault, null, num, tids);
    }

    /** Works as {@link #pvm_spawn(String, int, jpvmTaskId[])}, with arguments for main. */
    public int pvm_spawn(String task_name, String[] args, int num, jpvmTaskId[] tids) throws jpvmException {
        return pvm_spawn(task_name, args, PvmTaskDefault, null, num, tids);
    }

    /**
     * Works as {@link #pvm_spawn(String, int, jpvmTaskId[])}, with arguments for main, and a place.
     *
     * @param flag {@link #PvmTaskDefault}, {@link #PvmTaskHost}, or PvmTaskHost | {@link #PvmHostCompl}
     * @param where the name of a host, "rank2" for that rank, or "." for the rank of this task; null with
     *     PvmTaskDefault
     */
    public int pvm_spawn(String task_name, String[] args, int flag, String where, int num, jpvmTaskId[] tids)
            throws jpvmException {
        check("pvm_spawn");
        Placement placement = switch (flag) {
            case PvmTaskDefault -> Placement.ANYWHERE;
            case PvmTaskHost -> Placement.HOST;
            case PvmTaskHost | PvmHostCompl -> Placement.HOST_COMPLEMENT;
            default -> throw new jpvmException("pvm_spawn: flag " + flag
                    + ": give PvmTaskDefault, PvmTaskHost or PvmTaskHost | PvmHostCompl");
        };
        if (task_name == null) {
            throw new jpvmException("pvm_spawn: the name of the task's class is null");
        } else if (num < 0) {
            throw new jpvmException("pvm_spawn: " + num + " tasks of " + task_name + ": give a number from 0");
        } else if (num > (tids == null ? 0 : tids.length)) {
            throw new jpvmException("pvm_spawn: " + num + " tasks of " + task_name + " > "
                    + (tids == null ? "tids, which is null" : tids.length + ", the length of tids"));
        }
        try {
            int[] ports = RankTasks.current().spawner().spawn(endpoint, task_name,
                    args == null ? new String[0] : args.clone(),
                    placement, where, num);
            endpoint.task().check();
            for (int i = 0; i < ports.length; i++) {
                tids[i] = id(ports[i]);
            }
            return ports.length;
        } catch (TaskException e) {
            throw jpvmBuffer.of(e);
        }
    }

    private void check(String what) throws jpvmException {
        endpoint.task().check();
        if (endpoint.isClosed()) {
            throw new jpvmException(what + ": this environment has been left by pvm_exit");
        }
    }

    /**
     * Leaves the virtual machine. The task continues, and may construct another environment. Unreceived messages are
     * discarded. Later sends to this environment fail with a jpvmException.
     */
    public void pvm_exit() throws jpvmException {
        try {
            endpoint.exit();
        } catch (TaskException e) {
            throw jpvmBuffer.of(e);
        }
    }

    // ---- messages

    /**
     * Sends a message. Does not wait for the receive.
     *
     * @throws jpvmException if an argument is null, the task has exited or does not belong to this job, or its rank has
     *     no room for more messages
     */
    public void pvm_send(jpvmBuffer buffer, jpvmTaskId tid, int tag) throws jpvmException {
        if (buffer == null) {
            throw new jpvmException("pvm_send: the buffer is null; it was to go to " + tid + " with tag " + tag);
        } else if (tid == null) {
            throw new jpvmException("pvm_send: the task id is null; tag " + tag);
        }
        try {
            endpoint.send(buffer.packing(), tid.getHost(), tid.getPort(), tag, buffer);
        } catch (TaskException e) {
            throw jpvmBuffer.of(e);
        }
    }

    /**
     * Sends a message to several tasks, including this one if it is listed. A failure does not stop the other sends.
     *
     * @param ntids number of tasks, from the first on
     * @throws jpvmException the first failure, thrown after all sends
     */
    public void pvm_mcast(jpvmBuffer buffer, jpvmTaskId[] tids, int ntids, int tag) throws jpvmException {
        check("pvm_mcast");
        if (tids == null || ntids < 0 || ntids > tids.length) {
            throw new jpvmException("pvm_mcast: " + ntids + " tasks of " + (tids == null ? "an array that is null"
                    : "an array of " + tids.length) + ": give from 0 to its length");
        }
        jpvmException first = null;
        int failed = 0;
        for (int i = 0; i < ntids; i++) {
            try {
                pvm_send(buffer, tids[i], tag);
            } catch (jpvmException e) {
                first = first == null ? e : first;
                failed++;
            }
        }
        if (first != null) {
            throw new jpvmException("pvm_mcast: " + failed + " of " + ntids + " tasks were not sent to; the first: "
                    + first.getMessage(), first);
        }
    }

    private jpvmMessage message(Mail mail) {
        if (mail == null) {
            return null;
        }
        jpvmBuffer buffer = mail.original() instanceof jpvmBuffer same ? same : new jpvmBuffer(mail.open());
        return new jpvmMessage(buffer, own, mail.source() == own.getPort() ? own : id(mail.source()), mail.tag());
    }

    private jpvmMessage receive(MailPattern pattern, long timeoutNs) throws jpvmException {
        try {
            return message(endpoint.receive(pattern, timeoutNs));
        } catch (TaskException e) {
            throw jpvmBuffer.of(e);
        }
    }

    private jpvmMessage receiveNow(MailPattern pattern) throws jpvmException {
        try {
            return message(endpoint.receiveNow(pattern));
        } catch (TaskException e) {
            throw jpvmBuffer.of(e);
        }
    }

    private boolean probe(MailPattern pattern) throws jpvmException {
        try {
            return endpoint.hasMail(pattern);
        } catch (TaskException e) {
            throw jpvmBuffer.of(e);
        }
    }

    /** Waits for a message from a task, with a tag. No message comes from a null task. */
    public jpvmMessage pvm_recv(jpvmTaskId tid, int tag) throws jpvmException {
        return receive(MailPattern.of(port(tid), tag), 0);
    }

    /** Waits for a message from a task, with any tag. No message comes from a null task. */
    public jpvmMessage pvm_recv(jpvmTaskId tid) throws jpvmException {
        return receive(MailPattern.from(port(tid)), 0);
    }

    /** Waits for a message from any task, with a tag. */
    public jpvmMessage pvm_recv(int tag) throws jpvmException {
        return receive(MailPattern.tagged(tag), 0);
    }

    /** Waits for a message from any task, with any tag. */
    public jpvmMessage pvm_recv() throws jpvmException {
        return receive(MailPattern.any(), 0);
    }

    /** Receives a message from a task, with a tag; null if none has arrived. */
    public jpvmMessage pvm_nrecv(jpvmTaskId tid, int tag) throws jpvmException {
        return receiveNow(MailPattern.of(port(tid), tag));
    }

    /** Receives a message from a task, with any tag; null if none has arrived. */
    public jpvmMessage pvm_nrecv(jpvmTaskId tid) throws jpvmException {
        return receiveNow(MailPattern.from(port(tid)));
    }

    /** Receives a message from any task, with a tag; null if none has arrived. */
    public jpvmMessage pvm_nrecv(int tag) throws jpvmException {
        return receiveNow(MailPattern.tagged(tag));
    }

    /** Receives a message from any task, with any tag; null if none has arrived. */
    public jpvmMessage pvm_nrecv() throws jpvmException {
        return receiveNow(MailPattern.any());
    }

    /** Whether a message from a task, with a tag, has arrived. */
    public boolean pvm_probe(jpvmTaskId tid, int tag) throws jpvmException {
        return probe(MailPattern.of(port(tid), tag));
    }

    /** Whether a message from a task, with any tag, has arrived. */
    public boolean pvm_probe(jpvmTaskId tid) throws jpvmException {
        return probe(MailPattern.from(port(tid)));
    }

    /** Whether a message from any task, with a tag, has arrived. */
    public boolean pvm_probe(int tag) throws jpvmException {
        return probe(MailPattern.tagged(tag));
    }

    /** Whether a message from any task, with any tag, has arrived. */
    public boolean pvm_probe() throws jpvmException {
        return probe(MailPattern.any());
    }

    // ---- the virtual machine

    /**
     * The hosts of the virtual machine: one per rank of the job, in the order of ranks. So numHosts is the number of
     * tasks that can run at once. Ranks on the same node have the same host name. The daemon of a host is the rank
     * itself, and cannot receive messages.
     */
    public jpvmConfiguration pvm_config() {
        RankTasks tasks = RankTasks.current();
        List<String> hosts = tasks.hosts();
        jpvmConfiguration configuration = new jpvmConfiguration(hosts.size());
        for (int rank = 0; rank < hosts.size(); rank++) {
            configuration.hostNames[rank] = hosts.get(rank);
            configuration.hostDaemonTids[rank] = new jpvmTaskId(hosts.get(rank), tasks.portOfPool(rank));
        }
        return configuration;
    }

    /**
     * The tasks of one host, with the names of their environments.
     *
     * @param which index of the host in the configuration, which is its rank
     * @return null if the host does not exist or does not answer
     */
    public jpvmTaskStatus pvm_tasks(jpvmConfiguration configuration, int which) {
        if (configuration == null || which < 0 || which >= configuration.numHosts
                || which >= RankTasks.current().size()) {
            return null;
        }
        List<TaskInfo> all;
        try {
            all = RankTasks.current().tasksOf(which);
        } catch (TaskException e) {
            jpvmDebug.error(e.getMessage());
            return null;
        }
        jpvmTaskStatus status = new jpvmTaskStatus(all.size());
        status.hostName = configuration.hostNames[which];
        for (int i = 0; i < all.size(); i++) {
            status.taskNames[i] = all.get(i).name();
            status.taskTids[i] = id(all.get(i).port());
        }
        return status;
    }

    /** Ends the job. Each task, including this one, ends at its next use of an environment, or after one second. */
    public void pvm_halt() throws jpvmException {
        check("pvm_halt");
        try {
            RankTasks.current().haltJob();
        } catch (TaskException e) {
            throw jpvmBuffer.of(e);
        }
    }

    /**
     * Looks up hosts. A job has all its hosts from the start, so none is added.
     *
     * @param n number of names
     * @param tids receives the ids of the hosts' daemons; may be null
     * @throws jpvmException if a name is not a host of this job
     */
    public void pvm_addhosts(int n, String[] names, jpvmTaskId[] tids) throws jpvmException {
        check("pvm_addhosts");
        if (names == null || n < 0 || n > names.length || tids != null && n > tids.length) {
            throw new jpvmException("pvm_addhosts: " + n + " hosts of " + (names == null ? "null" : names.length
                    + " names")
                    + (tids == null ? "" : ", " + tids.length + " tids") + ": give from 0 to their length");
        }
        List<String> hosts = RankTasks.current().hosts();
        for (int i = 0; i < n; i++) {
            int rank = hosts.indexOf(names[i]);
            if (rank < 0) {
                throw new jpvmException("pvm_addhosts: " + names[i] + " is not a host of this job, whose hosts are "
                        + hosts
                        + ": start it with more ranks, by rmi4mpirun -n, or by the batch system");
            }
            if (tids != null) {
                tids[i] = new jpvmTaskId(names[i], RankTasks.current().portOfPool(rank));
            }
        }
    }

    /** The file to which JPVM's daemon would write its address. There is no daemon here, and no such file. */
    public static String pvm_daemon_file_name() {
        return System.getProperty("java.io.tmpdir") + System.getProperty("file.separator") + "jpvmd-"
                + System.getProperty("user.name");
    }

    // ---- extensions to JPVM

    /** Works as {@link #pvm_recv(jpvmTaskId, int)}, with a timeout in milliseconds. Returns null on timeout. */
    public jpvmMessage pvm_trecv(jpvmTaskId tid, int tag, long milliseconds) throws jpvmException {
        return receiveWithin(MailPattern.of(port(tid), tag), milliseconds);
    }

    /** Works as {@link #pvm_recv(jpvmTaskId)}, with a timeout in milliseconds. Returns null on timeout. */
    public jpvmMessage pvm_trecv(jpvmTaskId tid, long milliseconds) throws jpvmException {
        return receiveWithin(MailPattern.from(port(tid)), milliseconds);
    }

    /** Works as {@link #pvm_recv(int)}, with a timeout in milliseconds. Returns null on timeout. */
    public jpvmMessage pvm_trecv(int tag, long milliseconds) throws jpvmException {
        return receiveWithin(MailPattern.tagged(tag), milliseconds);
    }

    /** Works as {@link #pvm_recv()}, with a timeout in milliseconds. Returns null on timeout. */
    public jpvmMessage pvm_trecv(long milliseconds) throws jpvmException {
        return receiveWithin(MailPattern.any(), milliseconds);
    }

    private jpvmMessage receiveWithin(MailPattern pattern, long milliseconds) throws jpvmException {
        if (milliseconds < 0) {
            throw new jpvmException("pvm_trecv: " + milliseconds + " milliseconds: give a number from 0");
        }
        return milliseconds == 0 ? receiveNow(pattern) : receive(pattern, milliseconds * 1_000_000);
    }

    /**
     * Requests a message when tasks exit. When a task leaves its environment or ends, a message with the tag arrives.
     * If it has exited already, the message arrives at once. The message contains the task id and the exit status: 0,
     * the argument of System.exit, 1 after an exception, 137 if the task was killed, or -1 if the status is no longer
     * known.
     *
     * @param n number of tasks
     */
    public void pvm_notify(int tag, int n, jpvmTaskId[] tids) throws jpvmException {
        if (tids == null || n < 0 || n > tids.length) {
            throw new jpvmException("pvm_notify: " + n + " tasks of " + (tids == null ? "null" : "" + tids.length)
                    + ": give from 0 to the length of the array");
        }
        try {
            for (int i = 0; i < n; i++) {
                endpoint.notify(port(tids[i]), tag);
            }
        } catch (TaskException e) {
            throw jpvmBuffer.of(e);
        }
    }

    /**
     * Ends another task. Each of its threads ends at its next use of an environment, or when it is interrupted.
     *
     * @throws jpvmException if there is no such task
     */
    public void pvm_kill(jpvmTaskId tid) throws jpvmException {
        check("pvm_kill");
        try {
            RankTasks.current().killTask(port(tid));
        } catch (TaskException e) {
            throw jpvmBuffer.of(e);
        }
    }

    // ---- groups

    /** Operations of {@link #pvm_reduce}. */
    public static final int PvmSum = 0;
    public static final int PvmProduct = 1;
    public static final int PvmMax = 2;
    public static final int PvmMin = 3;

    /**
     * Makes this task a member of a group. The group is created with its first member and removed with its last. A task
     * that leaves its environment leaves its groups.
     *
     * @return the task's number in the group: the lowest free number
     */
    public int pvm_joingroup(String group) throws jpvmException {
        try {
            return endpoint.groups().join(group);
        } catch (TaskException e) {
            throw jpvmBuffer.of(e);
        }
    }

    public void pvm_lvgroup(String group) throws jpvmException {
        try {
            endpoint.groups().leave(group);
        } catch (TaskException e) {
            throw jpvmBuffer.of(e);
        }
    }

    private int[] members(String what, String group) throws jpvmException {
        try {
            return endpoint.groups().members(what, group);
        } catch (TaskException e) {
            throw jpvmBuffer.of(e);
        }
    }

    /** Number of members of a group; 0 if the group does not exist. */
    public int pvm_gsize(String group) throws jpvmException {
        int count = 0;
        for (int member : members("pvm_gsize", group)) {
            count += member == MailPattern.NOBODY ? 0 : 1;
        }
        return count;
    }

    /** Number of a task in a group; -1 if it is not a member. */
    public int pvm_getinst(String group, jpvmTaskId tid) throws jpvmException {
        int[] members = members("pvm_getinst", group);
        for (int i = 0; i < members.length; i++) {
            if (tid != null && members[i] == tid.getPort()) {
                return i;
            }
        }
        return -1;
    }

    /** The member with the given number; null if there is none. */
    public jpvmTaskId pvm_gettid(String group, int instance) throws jpvmException {
        int[] members = members("pvm_gettid", group);
        return instance < 0 || instance >= members.length || members[instance] == MailPattern.NOBODY ? null
                : id(members[instance]);
    }

    /**
     * Waits until the given number of members have called this method.
     *
     * @param count number of members; -1 for all
     */
    public void pvm_barrier(String group, int count) throws jpvmException {
        try {
            endpoint.groups().barrier(group, count);
        } catch (TaskException e) {
            throw jpvmBuffer.of(e);
        }
    }

    /**
     * Sends a message to all members except this task. They receive it like any other message. This task need not be a
     * member.
     */
    public void pvm_bcast(jpvmBuffer buffer, String group, int tag) throws jpvmException {
        int[] members = members("pvm_bcast", group);
        jpvmTaskId[] others = new jpvmTaskId[members.length];
        int count = 0;
        for (int member : members) {
            if (member != MailPattern.NOBODY && member != own.getPort()) {
                others[count++] = id(member);
            }
        }
        pvm_mcast(buffer, others, count, tag);
    }

    /**
     * Combines the data of all members element by element, in the order of their numbers. Every member has to call it.
     *
     * @param op {@link #PvmSum}, {@link #PvmProduct}, {@link #PvmMax} or {@link #PvmMin}
     * @param data an array of byte, char, short, int, long, float or double, of the same type at all members; the
     *     root's array receives the result
     * @param count number of elements, the same at all members
     * @param root number of the member that receives the result
     */
    public void pvm_reduce(int op, Object data, int count, int tag, String group, int root) throws jpvmException {
        Groups.Reduction[] all = {Groups.Reduction.SUM, Groups.Reduction.PRODUCT, Groups.Reduction.MAX,
            Groups.Reduction.MIN};
        if (op < 0 || op >= all.length) {
            throw new jpvmException("pvm_reduce: operation " + op + ": give PvmSum, PvmProduct, PvmMax or PvmMin");
        }
        try {
            endpoint.groups().reduce(all[op], data, count, tag, group, root);
        } catch (TaskException e) {
            throw jpvmBuffer.of(e);
        }
    }

    /**
     * Gathers the data of all members, concatenated in the order of their numbers. Every member has to call it.
     *
     * @param result an array of the same type as data, with count elements for each number; used only at the root
     * @param data an array of byte, char, short, int, long, float or double
     * @param count number of elements per member
     * @param root number of the member that receives the result
     */
    public void pvm_gather(Object result, Object data, int count, int tag, String group,
            int root) throws jpvmException {
        try {
            endpoint.groups().gather(result, data, count, tag, group, root);
        } catch (TaskException e) {
            throw jpvmBuffer.of(e);
        }
    }

    /**
     * Distributes the root's data over all members, in the order of their numbers. Every member has to call it.
     *
     * @param result an array of byte, char, short, int, long, float or double
     * @param data an array of the same type, with count elements for each number; used only at the root
     * @param count number of elements per member
     * @param root number of the member that provides the data
     */
    public void pvm_scatter(Object result, Object data, int count, int tag, String group,
            int root) throws jpvmException {
        try {
            endpoint.groups().scatter(result, data, count, tag, group, root);
        } catch (TaskException e) {
            throw jpvmBuffer.of(e);
        }
    }
}
