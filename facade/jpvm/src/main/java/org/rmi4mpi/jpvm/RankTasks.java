package org.rmi4mpi.jpvm;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.rmi.RemoteException;
import java.rmi.server.ExportException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.jpvm.group.GroupService;
import org.rmi4mpi.jpvm.group.Groups;
import org.rmi4mpi.jpvm.group.Reduction;
import org.rmi4mpi.jpvm.mail.Endpoint;
import org.rmi4mpi.jpvm.mail.MailPattern;
import org.rmi4mpi.jpvm.mail.Ports;
import org.rmi4mpi.jpvm.mail.PostOffice;
import org.rmi4mpi.jpvm.pack.Packing;
import org.rmi4mpi.jpvm.pack.TaskException;
import org.rmi4mpi.jpvm.rewrite.ProgramClasses;
import org.rmi4mpi.launch.MainMethod;
import org.rmi4mpi.launch.Options;
import org.rmi4mpi.launch.RankJob;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;
import org.rmi4mpi.wire.MailFrame;

/** The tasks of one rank. Used by any thread. Guarded by its monitor. */
public final class RankTasks implements RankPool {
    /** Object id that every rank knows. */
    private static final long OBJECT_ID = 8;
    /** How long killed tasks may take at the end of the job. Their mains end this wait. */
    private static final long LAST_WORDS_MS = 1_000;
    private static final int KILLED = 137;

    private static volatile RankTasks current;

    private final ReferenceLayer layer;
    private final Ports ports;
    private final Spawner spawner;
    private final PostOffice office;
    private final ProgramClasses classes = new ProgramClasses();
    private final ThreadGroup threadGroup = rootGroup();
    private final OverdueEnds overdue = new OverdueEnds(threadGroup);
    private final boolean prefixes = Options.TASK_PREFIX.value() > 0;
    private final Set<Task> tasks = new LinkedHashSet<>();
    private final GroupService groups;
    private boolean isHalted;
    private boolean isOver;

    private RankTasks(ReferenceLayer layer, Ports ports) throws ExportException {
        this.layer = layer;
        this.ports = ports;
        SpawnTable spawning = new SpawnTable(layer.dispatcher(), ports, layer.rank(), layer.size());
        spawner = new Spawner(this, layer.dispatcher(), spawning);
        long mebibytes = Options.MAIL_ROOM.value();
        long limit = mebibytes > 0 ? mebibytes << 20 : Runtime.getRuntime().maxMemory() / 2;
        office = new PostOffice(layer.dispatcher(), ports, spawning, limit,
                TimeUnit.MILLISECONDS.toNanos(Options.MAIL_PATIENCE.value()));
        groups = new GroupService(layer, office);
    }

    private static ThreadGroup rootGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return new ThreadGroup(group, "jpvm");
    }

    /** Starts the tasks of this rank. Collective over all ranks. Called before any mail arrives. */
    static void start(ReferenceLayer layer) {
        byte[] host = RankJob.host().getBytes(StandardCharsets.UTF_8);
        byte[] own = ByteBuffer.allocate(4 + host.length).putInt(new SecureRandom().nextInt()).put(host).array();
        List<byte[]> all = RankJob.allgather(own);
        List<String> hosts =
                all.stream().map(each -> new String(each, 4, each.length - 4, StandardCharsets.UTF_8)).toList();
        Packing.initialise(TaskExit.class, Reduction.class);
        RankTasks made;
        try {
            made = new RankTasks(layer, new Ports(layer.rank(), hosts, ByteBuffer.wrap(all.get(0)).getInt()));
            layer.dispatcher().takeMailBy(made.office);
            layer.export(OBJECT_ID, made);
        } catch (ExportException e) {
            throw new AssertionError("a rank starts its services once", e);
        }
        current = made;
    }

    /**
     * The tasks of this rank.
     *
     * @throws IllegalStateException if the job was started without --jpvm
     */
    public static RankTasks current() {
        RankTasks tasks = current;
        if (tasks == null) {
            throw new IllegalStateException("this job has no tasks: start it by rmi4mpirun --jpvm");
        }
        return tasks;
    }

    /** Whether the job was started with --jpvm. */
    public static boolean isRunning() {
        return current != null;
    }

    int rank() {
        return layer.rank();
    }

    public int size() {
        return layer.size();
    }

    boolean prefixes() {
        return prefixes;
    }

    ThreadGroup threadGroup() {
        return threadGroup;
    }

    OverdueEnds overdue() {
        return overdue;
    }

    RankPool pool(int rank) {
        return rank == rank() ? this : (RankPool) Stubs.create(RankTasks.class, layer.reference(rank, OBJECT_ID));
    }

    public Spawner spawner() {
        return spawner;
    }

    /** The port of a rank itself, used in place of a task's port. */
    public int portOfPool(int rank) {
        return ports.ofPool(rank);
    }

    /** Host name of a task; that of this rank if the port does not belong to this job. */
    public String hostOf(int port) {
        return ports.hostOf(port);
    }

    /** The port of the first rank on a host. */
    public int portOfHost(String name) throws TaskException {
        int rank = hosts().indexOf(name);
        if (rank < 0) {
            throw new TaskException("pvm_addhosts: " + name + " is not a host of this job, whose hosts are " + hosts()
                    + ": start it with more ranks, by rmi4mpirun -n, or by the batch system");
        }
        return portOfPool(rank);
    }

    /** Host names, in the order of ranks. */
    public List<String> hosts() {
        return ports.hosts();
    }

    // ---- this rank's tasks

    @Override
    public Started spawn(SpawnOrder order) {
        try {
            return new Started(start(order).port(), null);
        } catch (TaskException e) {
            return new Started(0, e.getMessage());
        } catch (OutOfMemoryError e) {
            return new Started(0,
                    "rank " + rank() + " has no memory for another task of " + order.name() + ": " + e.getMessage());
        }
    }

    private Task start(SpawnOrder order) throws TaskException {
        Task task = new Task(this, classes, ports.next(), order);
        MainMethod main = task.main();
        synchronized (this) {
            if (isOver) {
                throw new TaskException("the job ends, and " + order.name() + " is not started");
            }
            tasks.add(task);
        }
        boolean done = false;
        try {
            task.start(main);
            done = true;
        } finally {
            if (!done) {
                remove(task);
            }
        }
        return task;
    }

    private synchronized void remove(Task task) {
        tasks.remove(task);
        notifyAll();
    }

    /** @param port 0 allocates a new one */
    Environment open(Task task, int port, String name) {
        Endpoint endpoint = new Endpoint(office, task, port == 0 ? ports.next() : port, name);
        return new Environment(task, endpoint, new Groups(groups, endpoint));
    }

    void enrolled(Task task, Endpoint endpoint) {
        endpoint.registerRank(task.home());
        office.tellEnrolled(task.home(), task.order(), endpoint.port(), true);
    }

    void ended(Task task) {
        if (!task.isEnrolled() && task.order() != 0) {
            office.tellEnrolled(task.home(), task.order(), task.port(), false);
        }
        remove(task);
    }

    private synchronized List<Task> tasks() {
        return List.copyOf(tasks);
    }

    @Override
    public PoolState state() {
        List<TaskInfo> all = new ArrayList<>();
        for (Task task : tasks()) {
            List<Endpoint> endpoints = task.endpoints();
            if (endpoints.isEmpty()) {
                all.add(new TaskInfo(task.name(), task.port(), task.parent(), task.waitsForMail(), task.isEnding()));
            }
            for (Endpoint each : endpoints) {
                all.add(new TaskInfo(each.name(), each.port(), task.parent(), task.waitsForMail(),
                        task.isEnding()));
            }
        }
        return new PoolState(all, office.sent(), office.accepted());
    }

    /** Tasks of any rank. */
    public List<TaskInfo> tasksOf(int rank) throws TaskException {
        try {
            return pool(rank).state().tasks();
        } catch (RemoteException e) {
            throw new TaskException("rank " + rank + " cannot report its tasks: " + e, e);
        }
    }

    @Override
    public boolean kill(int port) {
        for (Task task : tasks()) {
            if (task.port() == port || task.endpoints().stream().anyMatch(each -> each.port() == port)) {
                task.kill(KILLED);
                return true;
            }
        }
        return false;
    }

    /** Ends a task of any rank. */
    public void killTask(int port) throws TaskException {
        int home = ports.rankOf(port);
        try {
            if (home < 0 || !pool(home).kill(port)) {
                throw new TaskException("pvm_kill: port #" + port + " is not a task of this job,"
                        + " or the task has exited");
            }
        } catch (RemoteException e) {
            throw new TaskException("pvm_kill: rank " + home + " cannot be asked: " + e, e);
        }
    }

    // ---- the end

    @Override
    public synchronized void halt() {
        isHalted = true;
        notifyAll();
    }

    /** Ends the job with all its tasks. */
    public void haltJob() throws TaskException {
        try {
            pool(0).halt();
        } catch (RemoteException e) {
            throw new TaskException("pvm_halt: rank 0 cannot be reached: " + e, e);
        }
    }

    @Override
    public synchronized void end() {
        isOver = true;
        notifyAll();
    }

    /** Waits for the end of the job. Called on ranks other than 0. */
    int awaitEnd() {
        synchronized (this) {
            while (!isOver) {
                pause(0);
            }
        }
        endTasks();
        return 0;
    }

    /** Requires the monitor. */
    private void pause(long milliseconds) {
        try {
            wait(milliseconds);
        } catch (InterruptedException e) {
            // Nobody interrupts this thread.
        }
    }

    private void endTasks() {
        for (Task task : tasks()) {
            task.kill(KILLED);
        }
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LAST_WORDS_MS);
        synchronized (this) {
            while (!tasks.isEmpty() && System.nanoTime() - deadline < 0) {
                pause(10);
            }
        }
    }

    /** Runs main, and returns its status when the job is over. Called on rank 0. */
    int runMain(String mainClass, String[] args) throws TaskException {
        Task main = start(new SpawnOrder(mainClass, args, MailPattern.NOBODY, rank(), 0));
        new JobEnd(this).await(main::isOver);
        end();
        endTasks();
        return isHalted() ? 0 : main.status();
    }

    /** Runs the console, and returns when the job is over. Called on rank 0. */
    int runConsole() {
        Console console = new Console(this, System.out);
        Thread reader = new Thread(console, "jpvm-console");
        reader.setDaemon(true); // It may still be reading when the job is over.
        reader.start();
        new JobEnd(this).await(console::isOver);
        end();
        endTasks();
        return 0;
    }

    synchronized void changed() {
        notifyAll();
    }

    synchronized boolean isHalted() {
        return isHalted;
    }

    /** Waits until something has ended at this rank, or for the given time. */
    synchronized void awaitChange(long milliseconds) {
        if (!isHalted) {
            pause(milliseconds);
        }
    }

    @Override
    public String toString() {
        return "tasks of rank " + rank() + ": " + Arrays.toString(tasks().stream().map(Task::described).toArray());
    }
}
