package org.rmi4mpi.rmi;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.rmi4mpi.launch.RmiProgram;
import org.rmi4mpi.ref.ReferenceLayer;

/** The threads of this rank's program, some of which wait for names. Synchronized. */
final class ProgramThreads implements RankActivity {
    /** JDK threads that run while a virtual thread or a child process may be active. */
    private static final Pattern STAND_FOR_OTHERS = Pattern.compile("VirtualThread-.*|process reaper.*");

    private final ReferenceLayer layer;
    private final Thread main;
    private final ThreadGroup group;
    /** Waiting threads and the names that they wait for, in order of arrival. */
    private final Map<Thread, String> awaiting = new LinkedHashMap<>();
    private long begun;

    ProgramThreads(ReferenceLayer layer, Thread main) {
        this.layer = layer;
        this.main = main;
        group = main.getThreadGroup();
    }

    boolean isMain() {
        return Thread.currentThread() == main;
    }

    /**
     * The current thread begins to wait.
     *
     * @param what describes the name or registry that it waits for
     */
    synchronized void await(String what) {
        if (awaiting.put(Thread.currentThread(), what) == null) {
            begun++;
        }
    }

    synchronized void goOn() {
        awaiting.remove(Thread.currentThread());
    }

    /** Whether the current thread has waited longest among those of this rank. */
    synchronized boolean isFirst() {
        return !awaiting.isEmpty() && awaiting.keySet().iterator().next() == Thread.currentThread();
    }

    @Override
    public synchronized Rest rest() {
        Map<Thread, Long> calling = layer.threadsInCalls();
        Set<Thread> resting = new HashSet<>(awaiting.keySet());
        resting.addAll(calling.keySet());
        resting.removeIf(this::isOfProgram);
        if (layer.methodsRunning() > resting.size()) {
            return null;
        }
        ThreadMXBean times = ManagementFactory.getThreadMXBean();
        long cpuNs = 0;
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (!isOfProgram(thread) || awaiting.containsKey(thread) || calling.containsKey(thread)
                    || thread == main && RmiProgram.mainHasReturned()) {
                continue;
            } else if (!isParked(thread)) {
                return null;
            }
            cpuNs += times.getThreadCpuTime(thread.getId());
        }
        return new Rest(cpuNs, calling.values().stream().mapToLong(Long::longValue).sum(), begun, !awaiting.isEmpty(),
                words());
    }

    private boolean isOfProgram(Thread thread) {
        ThreadGroup of = thread.getThreadGroup();
        return of != null && !thread.getName().startsWith("rmi4mpi-")
                && (group.parentOf(of) || STAND_FOR_OTHERS.matcher(thread.getName()).matches());
    }

    /** Whether the thread waits for another one. A sleeping thread will go on by itself. */
    private static boolean isParked(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.WAITING || state == Thread.State.BLOCKED;
    }

    private String words() {
        if (!awaiting.isEmpty()) {
            return "waits for " + awaiting.values().iterator().next();
        } else if (RmiProgram.mainHasReturned()) {
            return "has returned from main";
        }
        StackTraceElement[] stack = main.getStackTrace();
        return stack.length == 0 ? "is at its end"
                : "is in " + stack[0].getClassName() + "." + stack[0].getMethodName();
    }
}
