package org.rmi4mpi.jpvm.task;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.jpvm.group.GroupService;
import org.rmi4mpi.jpvm.group.Groups;
import org.rmi4mpi.jpvm.group.Reduction;
import org.rmi4mpi.jpvm.mail.Endpoint;
import org.rmi4mpi.jpvm.mail.PostOffice;
import org.rmi4mpi.jpvm.pack.Packing;
import org.rmi4mpi.jpvm.pack.TaskException;
import org.rmi4mpi.jpvm.pack.Unpacking;
import org.rmi4mpi.jpvm.rewrite.ProgramClasses;
import org.rmi4mpi.launch.MainMethod;
import org.rmi4mpi.launch.Options;

/** The tasks of one rank. Used by any thread. Guarded by its monitor. */
public final class RankTasks {
    /** How long killed tasks may take at the end of the job. Their mains end this wait. */
    private static final long LAST_WORDS_MS = 1_000;
    private static final int KILLED = 137;

    private final int rank;
    private final PostOffice office;
    private final GroupService groups;
    private final Runnable taskEnded;
    private final ProgramClasses classes;
    private final ThreadGroup threadGroup = rootGroup();
    private final OverdueEnds overdue = new OverdueEnds(threadGroup);
    private final boolean prefixes = Options.TASK_PREFIX.value() > 0;
    private final Set<Task> tasks = new LinkedHashSet<>();
    private boolean isClosed;

    /** @param taskEnded called when a task has ended */
    public RankTasks(int rank, PostOffice office, GroupService groups, ProgramClasses classes, Runnable taskEnded) {
        this.rank = rank;
        this.office = office;
        this.groups = groups;
        this.classes = classes;
        this.taskEnded = taskEnded;
        Packing.initialise(Unpacking.class, Reduction.class, TaskExit.class);
    }

    private static ThreadGroup rootGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return new ThreadGroup(group, "jpvm");
    }

    int rank() {
        return rank;
    }

    boolean prefixes() {
        return prefixes;
    }

    ThreadGroup threadGroup() {
        return threadGroup;
    }

    /** Tells reports that the current thread waits from now on for the end of all tasks, and runs none itself. */
    public void beginWait() {
        office.beginWait();
    }

    /** The wait for the end of all tasks is over. */
    public void endWait() {
        probe().waitEnds();
    }

    Probe probe() {
        return office.taskProbe();
    }

    OverdueEnds overdue() {
        return overdue;
    }

    /** @throws TaskException if there is no such class, or the job ends */
    public Task start(SpawnOrder order) throws TaskException {
        Task task = new Task(this, classes, office.ports().next(), order);
        MainMethod main = task.main();
        synchronized (this) {
            if (isClosed) {
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

    private void remove(Task task) {
        synchronized (this) {
            tasks.remove(task);
            notifyAll();
        }
        taskEnded.run();
    }

    /** @param port 0 allocates a new one */
    Environment open(Task task, int port, String name) {
        Endpoint endpoint = new Endpoint(office, task, port == 0 ? office.ports().next() : port, name);
        return new Environment(endpoint, new Groups(groups, endpoint));
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

    private synchronized List<Task> all() {
        return List.copyOf(tasks);
    }

    /** The states of the tasks, one for each environment. */
    public List<TaskInfo> states() {
        List<TaskInfo> states = new ArrayList<>();
        all().forEach(task -> states.addAll(task.states()));
        return states;
    }

    /** Ends the task that has this port. Returns false if there is none. */
    public boolean kill(int port) {
        for (Task task : all()) {
            if (task.has(port)) {
                task.kill(KILLED);
                return true;
            }
        }
        return false;
    }

    /** Refuses new tasks from here on, at the end of the job. */
    public synchronized void close() {
        isClosed = true;
        notifyAll();
    }

    public synchronized void awaitClose() {
        while (!isClosed) {
            pause(0);
        }
    }

    /** Ends all tasks, and waits for a short time until their mains have ended. */
    public void killAll() {
        for (Task task : all()) {
            task.kill(KILLED);
        }
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LAST_WORDS_MS);
        synchronized (this) {
            while (!tasks.isEmpty() && System.nanoTime() - deadline < 0) {
                pause(10);
            }
        }
    }

    /** Requires the monitor. */
    private void pause(long milliseconds) {
        try {
            wait(milliseconds);
        } catch (InterruptedException e) {
            // Nobody interrupts this thread.
        }
    }

    @Override
    public String toString() {
        return "tasks of rank " + rank + ": " + all().stream().map(Task::described).toList();
    }
}
