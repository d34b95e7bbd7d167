package org.rmi4mpi.jpvm.mail;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.jpvm.pack.Packing;
import org.rmi4mpi.jpvm.pack.TaskException;

/**
 * An environment as its mail sees it: its port, its mailbox, and the tasks to notify of its end. Called by the task's
 * threads and by polling threads.
 */
public final class Endpoint {
    /** Time between two looks whether a member that is waited for is still there. */
    private static final long MEMBER_STEP_NS = TimeUnit.SECONDS.toNanos(1);

    /** Status of a task that ended long ago. The rank keeps the statuses of the last tasks only. */
    static final int UNKNOWN_STATUS = -1;

    private final PostOffice office;
    private final Owner owner;
    private final int port;
    private final String name;
    private final Mailbox mailbox;
    /** Ranks that have asked about this task, and tasks that watch it. Guarded by this object's monitor. */
    private final BitSet acquaintances = new BitSet();
    private final List<int[]> watchers = new ArrayList<>();
    private volatile boolean isClosed;
    /** Reports lost mail. A waiting receive throws it, or the next use of the environment. Null if none was lost. */
    private volatile String trouble;

    /** The task that has constructed the environment. */
    public interface Owner {
        /** Throws the exit of the task if it is ending. */
        void check();

        boolean isEnding();

        /** Whether a thread belongs to the task, and to no other. */
        boolean owns(Thread thread);

        /** Forgets an endpoint, which is being closed. */
        void leave(Endpoint endpoint);
    }

    public Endpoint(PostOffice office, Owner owner, int port, String name) {
        this.office = office;
        this.port = port;
        this.owner = owner;
        this.name = name;
        mailbox = new Mailbox(office.dispatcher(), office::awaited, () -> trouble != null || owner.isEnding());
        office.open(this);
    }

    public int port() {
        return port;
    }

    public Owner owner() {
        return owner;
    }

    public String name() {
        return name;
    }

    Mailbox mailbox() {
        return mailbox;
    }

    public boolean isClosed() {
        return isClosed;
    }

    /** Registers a rank to be told when this environment ends. Returns false if it has ended. */
    public synchronized boolean registerRank(int rank) {
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

    /** Records that a sent message was lost for lack of memory. */
    void recordLoss(int destination, long bytes) {
        trouble = "a message of " + bytes + " bytes to " + destination
                + " was lost: its rank had no memory for it; give it more heap (-Xmx)";
        mailbox.wakeAll();
    }

    /**
     * Checks that the environment can be used. Every method that begins also ends: it begins only if the stack suffices.
     *
     * @throws TaskException if the environment has been left, or a message was lost
     */
    public void check(String what) throws TaskException {
        Dispatcher.requireStack();
        owner.check();
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
     * Sends a message.
     *
     * @param host the task's host; null if unspecified
     * @param original delivered unchanged if the sender itself is the receiver
     */
    public void send(Packing packing, String host, int destination, int tag, Object original) throws TaskException {
        check("pvm_send");
        if (!office.lives(destination) || host != null && !host.equals(office.ports().hostOf(destination))) {
            throw new TaskException("unknown task: " + host + ", port #" + destination
                    + " has exited, or does not belong to this job; tag " + tag);
        }
        office.send(new Envelope(Envelope.PROGRAM, port, destination, tag), packing, original);
    }

    /** Sends a message in the context of groups. */
    public void sendToMember(Packing packing, int destination, int tag) throws TaskException {
        check("send to a member of a group");
        office.send(new Envelope(Envelope.GROUP, port, destination, tag), packing, null);
    }

    /**
     * Waits for a message.
     *
     * @param timeoutNs 0 waits forever
     * @return null on timeout
     */
    public Mail receive(MailPattern pattern, long timeoutNs) throws TaskException {
        check("pvm_recv");
        long began = office.probe().time();
        Mail mail = mailbox.poll(pattern);
        return received(mail != null ? mail : await(pattern, timeoutNs), began);
    }

    /**
     * Reads a message. Without memory for it, the message stays the next one.
     *
     * @param began when its receive began, by the clock of the probe
     */
    private Mail received(Mail mail, long began) {
        if (mail == null) {
            return null;
        }
        Envelope envelope = mail.envelope();
        boolean done = false;
        try {
            mail.read();
            done = true;
        } finally {
            if (done) {
                office.received(mail);
            } else if (!mailbox.putBack(mail)) {
                office.throwAway(mail);
            }
        }
        office.probe().messageReceived(envelope.receiveCall(), envelope, Job.worldRank(mail.sender()), envelope.tag(),
                mail.open().length(), began);
        return mail;
    }

    /** Looks whether the sender of a message can still send it. */
    public interface SenderCheck {
        boolean canSend() throws TaskException;
    }

    /** Waits for a message of a member of a group. Returns null if its sender can no longer send it. */
    public Mail receiveFromMember(MailPattern pattern, SenderCheck sender) throws TaskException {
        check("a receive from a member of a group");
        long began = office.probe().time();
        Mail mail = mailbox.poll(pattern);
        boolean counts = owner.owns(Thread.currentThread());
        for (boolean canCome = true; mail == null && canCome;) {
            canCome = sender.canSend(); // If it cannot, a message that it has sent may still be on its way.
            mail = take(pattern, MEMBER_STEP_NS, counts);
            check("a receive from a member of a group");
        }
        return received(mail, began);
    }

    private Mail take(MailPattern pattern, long timeoutNs, boolean counts) {
        long began = office.probe().time();
        try {
            return mailbox.take(pattern, timeoutNs, counts);
        } finally {
            office.probe().waited(Awaited.Event.MAIL, began);
        }
    }

    private Mail await(MailPattern pattern, long timeoutNs) throws TaskException {
        boolean counts = timeoutNs == 0 && owner.owns(Thread.currentThread());
        long begin = System.nanoTime();
        for (long left = timeoutNs; left > 0 || timeoutNs == 0; left = begin + timeoutNs - System.nanoTime()) {
            Mail mail = take(pattern, left, counts);
            if (mail != null) {
                return mail;
            }
            check("pvm_recv"); // If this does not throw, another thread has reported the lost mail.
        }
        return null;
    }

    /** Waits for a message for a time. Returns null on timeout. */
    public Mail receiveWithin(MailPattern pattern, long milliseconds) throws TaskException {
        if (milliseconds < 0) {
            throw new TaskException("pvm_trecv: " + milliseconds + " milliseconds: give a number from 0");
        }
        return milliseconds == 0 ? receiveNow(pattern) : receive(pattern, TimeUnit.MILLISECONDS.toNanos(milliseconds));
    }

    /** Receives a message if one has arrived; otherwise returns null. */
    public Mail receiveNow(MailPattern pattern) throws TaskException {
        check("pvm_nrecv");
        long began = office.probe().time();
        Mail mail = mailbox.poll(pattern);
        if (mail == null) {
            office.dispatcher().look();
            mail = mailbox.poll(pattern);
        }
        return received(mail, began);
    }

    public boolean hasMail(MailPattern pattern) throws TaskException {
        check("pvm_probe");
        if (!mailbox.has(pattern)) {
            office.dispatcher().look();
        }
        return mailbox.has(pattern);
    }

    /** Requests a message with this tag when a task ends. It arrives at once if the task has ended already. */
    public void notify(int watched, int tag) throws TaskException {
        check("pvm_notify");
        office.watch(watched, port, tag);
    }

    /** Leaves the job with status 0. */
    public void exit() throws TaskException {
        check("pvm_exit");
        close(0);
    }

    /** Ends all waits for mail without a message, so that the threads check on their task. */
    public void wakeAll() {
        mailbox.wakeAll();
    }

    /** Number of the task's own threads that wait for mail without a timeout. */
    public int waiting() {
        return mailbox.waiting();
    }

    public void close(int status) {
        List<int[]> told;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            office.recordEnd(port, status); // First: tasks that start to watch from here on get this status.
            isClosed = true;
            told = List.copyOf(watchers);
        }
        owner.leave(this);
        office.close(this);
        for (int[] each : told) {
            office.tellEnd(port, each[0], each[1], status);
        }
    }
}
