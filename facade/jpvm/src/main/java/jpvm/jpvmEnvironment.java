package jpvm;

import static jpvm.VirtualMachine.id;
import static jpvm.VirtualMachine.port;

import java.io.File;
import org.rmi4mpi.jpvm.Pool;
import org.rmi4mpi.jpvm.group.Groups;
import org.rmi4mpi.jpvm.group.Reduction;
import org.rmi4mpi.jpvm.mail.Endpoint;
import org.rmi4mpi.jpvm.mail.MailPattern;
import org.rmi4mpi.jpvm.task.CurrentTask;
import org.rmi4mpi.jpvm.task.Environment;
import org.rmi4mpi.jpvm.task.Task;

/**
 * A task's part in the virtual machine. It spawns tasks, and sends and receives messages. A task constructs an
 * environment first, and leaves it by {@link #pvm_exit}.
 *
 * <p><b>Tasks.</b> The virtual machine is the job, and its hosts are the ranks. Rank 0 runs the program's main. A
 * spawned task goes to the rank with the fewest tasks of its spawner. Ranks with equal numbers take turns. The task goes
 * to the spawner's own rank if every other rank has more. Several tasks share a rank. Each has its own threads, statics
 * and output. A System.exit, an exception or a stack overflow ends only the task in which it occurs. The job ends when
 * main and all other tasks have ended. It also ends when main has ended, and no task is left that could send the messages
 * for which the other tasks wait.
 *
 * <p><b>Messages.</b> Messages from one task to another arrive in order. A receive takes the oldest message that
 * matches. A send never waits for the receive. The receiver's rank keeps messages that nobody has received, up to half
 * of its heap. Beyond that, a send waits while messages are being received there, and fails after 10 s without a
 * receive. Any int is a valid tag. To receive any tag, or from any task, use the method without that parameter.
 *
 * <p>A task may construct several environments, one after the other or concurrently in several threads. Each has its
 * own task id and messages. The first has the id that the parent knows. Threads may share an environment: each thread gets
 * the messages that it asks for. While a thread waits, its rank serves remote calls.
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
    private final Groups groups;
    private final Messages messages;
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
        Environment environment = Requests.ask(() -> task.enrol(taskName));
        endpoint = environment.endpoint();
        groups = environment.groups();
        own = id(endpoint.port());
        messages = new Messages(endpoint, own);
        parent = task.parent() == MailPattern.NOBODY ? PvmNoParent : id(task.parent());
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
     * @param task_name a class with a main method; neither the class nor the method needs to be public
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
        use("pvm_spawn");
        return VirtualMachine.spawn(endpoint, task_name, args, flag, where, num, tids);
    }

    private void use(String what) throws jpvmException {
        Requests.order(() -> endpoint.check(what));
    }

    /**
     * Leaves the virtual machine. The task continues, and may construct another environment. Messages that it has not
     * received are discarded. Later sends to this environment fail with a jpvmException.
     */
    public void pvm_exit() throws jpvmException {
        Requests.order(endpoint::exit);
    }

    // ---- messages

    /**
     * Sends a message. Does not wait for the receive.
     *
     * @throws jpvmException if an argument is null, the task has exited or does not belong to this job, or its rank has
     *     no room for more messages
     */
    public void pvm_send(jpvmBuffer buffer, jpvmTaskId tid, int tag) throws jpvmException {
        messages.send(buffer, tid, tag);
    }

    /**
     * Sends a message to several tasks, including this one if it is listed. A failure does not stop the other sends.
     *
     * @param ntids number of tasks, from the first on
     * @throws jpvmException the first failure, thrown after all sends
     */
    public void pvm_mcast(jpvmBuffer buffer, jpvmTaskId[] tids, int ntids, int tag) throws jpvmException {
        use("pvm_mcast");
        Requests.checkCount("pvm_mcast", ntids, "tasks", tids);
        Messages.sendToAll(ntids, i -> pvm_send(buffer, tids[i], tag));
    }

    /** Waits for a message from a task, with a tag. No message comes from a null task. */
    public jpvmMessage pvm_recv(jpvmTaskId tid, int tag) throws jpvmException {
        return messages.receive(MailPattern.of(port(tid), tag));
    }

    /** Waits for a message from a task, with any tag. No message comes from a null task. */
    public jpvmMessage pvm_recv(jpvmTaskId tid) throws jpvmException {
        return messages.receive(MailPattern.from(port(tid)));
    }

    /** Waits for a message from any task, with a tag. */
    public jpvmMessage pvm_recv(int tag) throws jpvmException {
        return messages.receive(MailPattern.tagged(tag));
    }

    /** Waits for a message from any task, with any tag. */
    public jpvmMessage pvm_recv() throws jpvmException {
        return messages.receive(MailPattern.any());
    }

    /** Receives a message from a task, with a tag; null if none has arrived. */
    public jpvmMessage pvm_nrecv(jpvmTaskId tid, int tag) throws jpvmException {
        return messages.receiveNow(MailPattern.of(port(tid), tag));
    }

    /** Receives a message from a task, with any tag; null if none has arrived. */
    public jpvmMessage pvm_nrecv(jpvmTaskId tid) throws jpvmException {
        return messages.receiveNow(MailPattern.from(port(tid)));
    }

    /** Receives a message from any task, with a tag; null if none has arrived. */
    public jpvmMessage pvm_nrecv(int tag) throws jpvmException {
        return messages.receiveNow(MailPattern.tagged(tag));
    }

    /** Receives a message from any task, with any tag; null if none has arrived. */
    public jpvmMessage pvm_nrecv() throws jpvmException {
        return messages.receiveNow(MailPattern.any());
    }

    /** Whether a message from a task, with a tag, has arrived. */
    public boolean pvm_probe(jpvmTaskId tid, int tag) throws jpvmException {
        return messages.probe(MailPattern.of(port(tid), tag));
    }

    /** Whether a message from a task, with any tag, has arrived. */
    public boolean pvm_probe(jpvmTaskId tid) throws jpvmException {
        return messages.probe(MailPattern.from(port(tid)));
    }

    /** Whether a message from any task, with a tag, has arrived. */
    public boolean pvm_probe(int tag) throws jpvmException {
        return messages.probe(MailPattern.tagged(tag));
    }

    /** Whether a message from any task, with any tag, has arrived. */
    public boolean pvm_probe() throws jpvmException {
        return messages.probe(MailPattern.any());
    }

    // ---- the virtual machine

    /**
     * The hosts of the virtual machine: one per rank of the job, in the order of ranks. So numHosts is the number of
     * tasks that can run at once. Ranks on the same node have the same host name. The daemon of a host is the rank
     * itself, and cannot receive messages.
     */
    public jpvmConfiguration pvm_config() {
        return VirtualMachine.configuration();
    }

    /**
     * The tasks of one host, with the names of their environments.
     *
     * @param which index of the host in the configuration, which is its rank
     * @return null if the host does not exist or does not answer
     */
    public jpvmTaskStatus pvm_tasks(jpvmConfiguration configuration, int which) {
        return VirtualMachine.tasksOf(configuration, which);
    }

    /** Ends the job. Each task, including this one, ends at its next use of an environment, or after one second. */
    public void pvm_halt() throws jpvmException {
        use("pvm_halt");
        Requests.order(Pool.current()::halt);
    }

    /**
     * Looks up hosts. A job has all its hosts from the start, so none is added.
     *
     * @param tids receives the ids of the hosts' daemons; may be null
     * @throws jpvmException if a name is not a host of this job
     */
    public void pvm_addhosts(int n, String[] names, jpvmTaskId[] tids) throws jpvmException {
        use("pvm_addhosts");
        VirtualMachine.findHosts(n, names, tids);
    }

    /** The file to which JPVM's daemon would write its address. There is no daemon here, and no such file. */
    public static String pvm_daemon_file_name() {
        return System.getProperty("java.io.tmpdir") + File.separator + "jpvmd-" + System.getProperty("user.name");
    }

    // ---- extensions to JPVM

    /** Works as {@link #pvm_recv(jpvmTaskId, int)}, with a timeout in milliseconds. Returns null on timeout. */
    public jpvmMessage pvm_trecv(jpvmTaskId tid, int tag, long milliseconds) throws jpvmException {
        return messages.receiveWithin(MailPattern.of(port(tid), tag), milliseconds);
    }

    /** Works as {@link #pvm_recv(jpvmTaskId)}, with a timeout in milliseconds. Returns null on timeout. */
    public jpvmMessage pvm_trecv(jpvmTaskId tid, long milliseconds) throws jpvmException {
        return messages.receiveWithin(MailPattern.from(port(tid)), milliseconds);
    }

    /** Works as {@link #pvm_recv(int)}, with a timeout in milliseconds. Returns null on timeout. */
    public jpvmMessage pvm_trecv(int tag, long milliseconds) throws jpvmException {
        return messages.receiveWithin(MailPattern.tagged(tag), milliseconds);
    }

    /** Works as {@link #pvm_recv()}, with a timeout in milliseconds. Returns null on timeout. */
    public jpvmMessage pvm_trecv(long milliseconds) throws jpvmException {
        return messages.receiveWithin(MailPattern.any(), milliseconds);
    }

    /**
     * Requests a message when tasks exit. When a task leaves its environment or ends, a message with the tag arrives.
     * If it has exited already, the message arrives at once. The message contains the task id and the exit status: 0,
     * the argument of System.exit, 1 after an exception, 137 if the task was killed, or -1 if the status is no longer
     * known.
     *
     * @throws jpvmException if n is negative or exceeds the length of tids, or one of these ids is null
     */
    public void pvm_notify(int tag, int n, jpvmTaskId[] tids) throws jpvmException {
        Requests.checkCount("pvm_notify", n, "tasks", tids);
        for (int i = 0; i < n; i++) {
            if (tids[i] == null) {
                throw new jpvmException("pvm_notify: task " + i + " is null: give the id of a task");
            }
            int watched = port(tids[i]);
            Requests.order(() -> endpoint.notify(watched, tag));
        }
    }

    /**
     * Ends another task, with status 137. Does not wait for its end. Each of its threads is interrupted. A thread ends at
     * its next use of an environment, or when it handles an exception. If main has not ended after 2 s, the rank gives the
     * task up: it closes the task's environments and says so on standard error. It does the same if the task's shutdown hooks
     * take longer than 2 s. Such a thread goes on computing until it
     * returns, or until the job ends.
     *
     * @throws jpvmException if there is no such task
     */
    public void pvm_kill(jpvmTaskId tid) throws jpvmException {
        use("pvm_kill");
        Requests.order(() -> Pool.current().kill(port(tid)));
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
        return Requests.ask(() -> groups.join(group));
    }

    public void pvm_lvgroup(String group) throws jpvmException {
        Requests.order(() -> groups.leave(group));
    }

    /** Number of members of a group; 0 if the group does not exist. */
    public int pvm_gsize(String group) throws jpvmException {
        return Requests.ask(() -> groups.size(group));
    }

    /** Number of a task in a group; -1 if it is not a member. */
    public int pvm_getinst(String group, jpvmTaskId tid) throws jpvmException {
        return Requests.ask(() -> groups.instance(group, port(tid)));
    }

    /** The member with the given number; null if there is none. */
    public jpvmTaskId pvm_gettid(String group, int instance) throws jpvmException {
        int member = Requests.ask(() -> groups.member(group, instance));
        return member == MailPattern.NOBODY ? null : id(member);
    }

    /** Waits until the given number of members have called this method; -1 stands for all. */
    public void pvm_barrier(String group, int count) throws jpvmException {
        Requests.order(() -> groups.barrier(group, count));
    }

    /**
     * Sends a message to all members except this task. They receive it like any other message. This task need not be a
     * member.
     */
    public void pvm_bcast(jpvmBuffer buffer, String group, int tag) throws jpvmException {
        jpvmTaskId[] others = VirtualMachine.ids(Requests.ask(() -> groups.others("pvm_bcast", group)));
        pvm_mcast(buffer, others, others.length, tag);
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
        Requests.order(() -> groups.reduce(Reduction.of(op), data, count, tag, group, root));
    }

    /**
     * Gathers the data of all members, concatenated in the order of their numbers. Every member has to call it.
     *
     * @param result an array of the same type as data, with count elements for each number; used only at the root
     * @param data an array as in {@link #pvm_reduce}, with count elements
     * @param root number of the member that receives the result
     */
    public void pvm_gather(Object result, Object data, int count, int tag, String group, int root)
            throws jpvmException {
        Requests.order(() -> groups.gather(result, data, count, tag, group, root));
    }

    /**
     * Distributes the root's data over all members, in the order of their numbers. Every member has to call it.
     *
     * @param result an array as in {@link #pvm_reduce}, with count elements
     * @param data an array of the same type, with count elements for each number; used only at the root
     * @param root number of the member that provides the data
     */
    public void pvm_scatter(Object result, Object data, int count, int tag, String group, int root)
            throws jpvmException {
        Requests.order(() -> groups.scatter(result, data, count, tag, group, root));
    }
}
