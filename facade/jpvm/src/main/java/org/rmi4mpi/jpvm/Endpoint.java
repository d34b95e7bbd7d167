package org.rmi4mpi.jpvm;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.dispatch.Dispatcher;

/**
 * An environment that a task has constructed: its number, its mailbox, and those who are to be told of its end. Its
 * methods are called by the task's threads, and by whoever polls.
 */
public final class Endpoint {
    /** Of a task that ended long before anybody has asked. */
    static final int UNKNOWN_STATUS = -1;

    private final PostOffice office;
    private final Task task;
    private final int port;
    private final String name;
    private final Mailbox mailbox;
    /** Ranks that have asked for this task, and tasks that watch it; under its monitor. */
    private final BitSet acquaintances = new BitSet();
    private final List<int[]> watchers = new ArrayList<>();
    private final Groups groups;
    private volatile boolean isClosed;
    /** Which of its mail was lost. The next use tells it, or a receive that waits. Null where none was. */
    private volatile String trouble;

    Endpoint(PostOffice office, Task task, int port, String name) {
        this.office = office;
        this.port = port;
        this.task = task;
        this.name = name;
        mailbox = new Mailbox(office.dispatcher(), () -> trouble != null || task.isEnding());
        groups = new Groups(task.tasks(), this);
        office.open(this);
    }

    public int port() {
        return port;
    }

    public String name() {
        return name;
    }

    public Task task() {
        return task;
    }

    public Groups groups() {
        return groups;
    }

    Mailbox mailbox() {
        return mailbox;
    }

    public boolean isClosed() {
        return isClosed;
    }

    /** A rank is told when this ends; false where it has. */
    synchronized boolean isKnownTo(int rank) {
        if (!isClosed) {
            acquaintances.set(rank);
        }
        return !isClosed;
    }

    synchronized boolean watch(int watcher, int tag) {
        return !isClosed && watchers.add(new int[] {watcher, tag});
    }

    synchronized int[] acquaintances() {
        return acquaintances.stream().toArray();
    }

    /** Some of what this has sent has found no memory. */
    void lost(int destination, long bytes) {
        trouble = "a message of " + bytes + " bytes to " + destination
                + " was lost: its rank had no memory for it; give it more heap (-Xmx)";
        mailbox.wakeAll();
    }

    /** Whatever a method begins it also ends: it begins only where the stack suffices. */
    private void check(String what) throws TaskException {
        Dispatcher.requireStack();
        task.check();
        if (isClosed) {
            throw new TaskException(what + ": the environment of " + name + " has been left by pvm_exit");
        }
        String lost = trouble;
        if (lost != null) {
            trouble = null;
            throw new TaskException(lost);
        }
    }

    // ---- messages

    /**
     * @param host of the task, null where none is said
     * @param original what the sender itself would receive
     */
    public void send(Packing packing, String host, int destination, int tag, Object original) throws TaskException {
        check("pvm_send");
        if (!office.lives(destination) || host != null && !host.equals(Hosts.of(office.ports().rankOf(destination)))) {
            throw new TaskException("unknown task: " + host + ", port #" + destination
                    + " has exited, or is none of this job; tag " + tag);
        }
        office.send(port, destination, tag, Mail.PROGRAM, packing, original);
    }

    /** As a program's message, in the context of groups. */
    void sendToMember(Packing packing, int destination, int tag) throws TaskException {
        check("send to a member of a group");
        office.send(port, destination, tag, Mail.GROUP, packing, null);
    }

    /**
     * Waits for a message.
     *
     * @param timeoutNs 0 for any time
     * @return null where the time is over
     */
    public Mail receive(MailPattern pattern, long timeoutNs) throws TaskException {
        check("pvm_recv");
        Mail mail = mailbox.poll(pattern);
        if (mail == null) {
            mail = await(pattern, timeoutNs);
        }
        if (mail != null) {
            office.received(mail);
        }
        return mail;
    }

    private Mail await(MailPattern pattern, long timeoutNs) throws TaskException {
        boolean counts = timeoutNs == 0 && task.owns(Thread.currentThread());
        long begin = System.nanoTime();
        for (long left = timeoutNs; left > 0 || timeoutNs == 0; left = begin + timeoutNs - System.nanoTime()) {
            Mail mail = mailbox.take(pattern, left, counts);
            if (mail != null) {
                return mail;
            }
            check("pvm_recv"); // or another thread has told which mail was lost
        }
        return null;
    }

    /** A message that is there; null where none is. */
    public Mail receiveNow(MailPattern pattern) throws TaskException {
        check("pvm_nrecv");
        Mail mail = mailbox.poll(pattern);
        if (mail == null) {
            office.dispatcher().look();
            mail = mailbox.poll(pattern);
        }
        if (mail != null) {
            office.received(mail);
        }
        return mail;
    }

    public boolean hasMail(MailPattern pattern) throws TaskException {
        check("pvm_probe");
        if (!mailbox.has(pattern)) {
            office.dispatcher().look();
        }
        return mailbox.has(pattern);
    }

    /** A message comes with this tag when a task ends, or at once where it has. */
    public void notify(int watched, int tag) throws TaskException {
        check("pvm_notify");
        office.watch(watched, port, tag);
    }

    /** Leaves the job, with the status of its task so far. */
    public void exit() throws TaskException {
        check("pvm_exit");
        close(0);
    }

    void close(int status) {
        List<int[]> told;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            office.hasEnded(port, status); // who watches from here on is told so
            isClosed = true;
            told = List.copyOf(watchers);
        }
        groups.leaveAll();
        office.close(this);
        task.left(this);
        for (int[] each : told) {
            office.tellEnd(port, each[0], each[1], status);
        }
    }

    static long nanoseconds(long milliseconds) {
        return Math.max(1, TimeUnit.MILLISECONDS.toNanos(milliseconds));
    }
}
