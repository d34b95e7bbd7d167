package org.rmi4mpi.jpvm.mail;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.MailWait;
import org.rmi4mpi.jpvm.pack.TaskException;
import org.rmi4mpi.launch.Options;

/**
 * Bounds the memory for mail that nobody has received yet. A sender needs room at the receiver before it sends. If
 * there is none, it waits while tasks receive mail there. It fails when they have received none for a while.
 *
 * <p>Sender state is used by any thread. Receiver state is guarded by the monitor. Counters of bytes start at the
 * beginning of the job.
 */
final class MailRoom {
    /** Room that every rank has at every other from the start, in bytes. */
    private static final long FIRST_ROOM = 64 << 10;
    /** Largest room that is granted at once, beyond what was asked for, in bytes. */
    private static final long LARGEST_STEP = 16 << 20;
    /** Overhead of a message in memory, in bytes. */
    static final long EACH = 160;
    private static final long ASK_AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Dispatcher dispatcher;
    private final Notes notes;
    private final int rank;
    private final long limit;
    private final long step;
    /** Tasks that receive mail end a wait. It fails when none has received any for this time. */
    private final long patienceNs;

    // Sender state, indexed by receiver.
    private final AtomicLongArray sent;
    private final AtomicLongArray granted;
    private final AtomicLongArray askBelow;
    private final AtomicLongArray takenThere;
    private final AtomicLongArray waitingThere;
    private final RoomWait[] waiting;

    // Receiver state, indexed by sender.
    private final long[] given;
    private final long[] wanted;
    private volatile boolean isWanted;
    private final AtomicLongArray consumed;
    /** Bytes that have arrived, bytes that have been received, and the number of messages received. */
    private final AtomicLong arrived = new AtomicLong();
    private final AtomicLong allConsumed = new AtomicLong();
    private final AtomicLong taken = new AtomicLong();
    /** Bytes of messages within this rank. */
    private final AtomicLong here = new AtomicLong();
    private final MailHeap heap = new MailHeap();

    /** A thread's wait for room at one rank. All threads that wait for the same rank are woken when it grants room. */
    private final class RoomWait extends MailWait {
        private final int receiver;
        private final long total;
        RoomWait nextOne;

        RoomWait(int receiver, long total) {
            this.receiver = receiver;
            this.total = total;
        }

        @Override
        protected boolean isOver() {
            return granted.get(receiver) >= total;
        }

        @Override
        public Awaited awaited() {
            return room(receiver, waitingThere.get(receiver));
        }
    }

    MailRoom(Dispatcher dispatcher, Notes notes, int rank, int size) {
        this.dispatcher = dispatcher;
        this.notes = notes;
        this.rank = rank;
        long mebibytes = Options.MAIL_ROOM.value();
        limit = mebibytes > 0 ? mebibytes << 20 : Runtime.getRuntime().maxMemory() / 2;
        patienceNs = TimeUnit.MILLISECONDS.toNanos(Options.MAIL_PATIENCE.value());
        step = Math.max(FIRST_ROOM, Math.min(LARGEST_STEP, limit / (4L * size)));
        sent = new AtomicLongArray(size);
        granted = new AtomicLongArray(size);
        askBelow = new AtomicLongArray(size);
        takenThere = new AtomicLongArray(size);
        waitingThere = new AtomicLongArray(size);
        waiting = new RoomWait[size];
        given = new long[size];
        wanted = new long[size];
        consumed = new AtomicLongArray(size);
        for (int i = 0; i < size; i++) {
            granted.set(i, FIRST_ROOM);
            askBelow.set(i, FIRST_ROOM / 2);
            given[i] = FIRST_ROOM;
        }
    }

    // ---- sending

    /**
     * Reserves room for a message. Waits if there is none.
     *
     * @param weight bytes of the message, including its overhead
     * @throws TaskException if no task receives mail there for too long
     */
    void take(int receiver, long weight) throws TaskException {
        if (receiver == rank) {
            takeHere(weight);
            return;
        }
        long total = sent.addAndGet(receiver, weight);
        long left = granted.get(receiver) - total;
        if (left < askBelow.get(receiver)) {
            askBelow.set(receiver, Long.MIN_VALUE); // Ask only once.
            if (left >= 0) {
                notes.askForRoom(receiver, total, false);
            }
        }
        if (left < 0) {
            boolean done = false;
            try {
                await(receiver, total, weight);
                done = true;
            } finally {
                if (!done) {
                    giveBack(receiver, weight);
                }
            }
        }
    }

    /** Gives back the room of a message that has not been sent. */
    void giveBack(int receiver, long weight) {
        sent.addAndGet(receiver, -weight);
    }

    private void await(int receiver, long total, long weight) throws TaskException {
        RoomWait wait = new RoomWait(receiver, total);
        enter(wait);
        try {
            long deadline = System.nanoTime() + patienceNs;
            for (long before = -1; !wait.test();) {
                notes.askForRoom(receiver, total, true);
                dispatcher.awaitMail(wait, ASK_AGAIN_NS);
                long now = takenThere.get(receiver);
                if (now != before) {
                    before = now;
                    deadline = System.nanoTime() + patienceNs;
                } else if (!wait.test() && System.nanoTime() - deadline > 0) {
                    throw full(receiver, weight, waitingThere.get(receiver));
                }
            }
        } finally {
            leave(wait);
        }
    }

    private TaskException full(int receiver, long weight, long waitingBytes) {
        return new TaskException("a message of " + (weight - EACH) + " bytes has no room: " + waitingBytes
                + " bytes that no task has received wait at rank " + receiver + ", and none was received for "
                + patienceNs / 1_000_000
                + " ms: receive there sooner, send less, or give the ranks more heap (-Xmx)"
                + " or room (" + Options.MAIL_ROOM.flag() + ")");
    }

    private synchronized void enter(RoomWait wait) {
        wait.nextOne = waiting[wait.receiver];
        waiting[wait.receiver] = wait;
    }

    private synchronized void leave(RoomWait gone) {
        RoomWait kept = null;
        for (RoomWait each = waiting[gone.receiver], following; each != null; each = following) {
            following = each.nextOne;
            if (each != gone) {
                each.nextOne = kept;
                kept = each;
            }
        }
        waiting[gone.receiver] = kept;
    }

    /** Records room that a receiver has granted. */
    void given(int receiver, long bytes) {
        if (bytes > granted.get(receiver)) {
            granted.set(receiver, bytes);
            askBelow.set(receiver, (bytes - sent.get(receiver)) / 2);
        }
        synchronized (this) {
            for (RoomWait each = waiting[receiver]; each != null; each = each.nextOne) {
                dispatcher.wake(each);
            }
        }
    }

    /** Records that a receiver has no room now. */
    void notGiven(int receiver, long waitingBytes, long takenMessages) {
        waitingThere.set(receiver, waitingBytes);
        takenThere.set(receiver, takenMessages);
    }

    /** Reserves room for a message within this rank. */
    private void takeHere(long weight) throws TaskException {
        if (!fitsHere(weight)) {
            long deadline = System.nanoTime() + patienceNs;
            long before = taken.get();
            MailWait wait = new MailWait() {
                @Override
                protected boolean isOver() {
                    return fitsHere(weight);
                }

                @Override
                public Awaited awaited() {
                    return room(rank, waitingBytes());
                }
            };
            while (!wait.test()) {
                dispatcher.awaitMail(wait, TimeUnit.MILLISECONDS.toNanos(5));
                if (taken.get() != before) {
                    before = taken.get();
                    deadline = System.nanoTime() + patienceNs;
                } else if (!wait.test() && System.nanoTime() - deadline > 0) {
                    throw full(rank, weight, waitingBytes());
                }
            }
        }
        here.addAndGet(weight);
        arrived.addAndGet(weight);
    }

    private static Awaited room(int receiver, long waitingBytes) {
        return new Awaited(Awaited.Event.ROOM, "a message to a task", "", List.of(Job.worldRank(receiver)),
                waitingBytes + " bytes there have not been received");
    }

    private boolean fitsHere(long weight) {
        long now = waitingBytes();
        return now == 0 || now + weight <= limit;
    }

    // ---- receiving

    /** Bytes that wait to be received at this rank. */
    long waitingBytes() {
        return arrived.get() - allConsumed.get();
    }

    /** Records a message that has arrived from another rank. */
    void arrived(long weight) {
        arrived.addAndGet(weight);
    }

    /** Records a message that was received or discarded. */
    void consumed(int sender, long weight) {
        allConsumed.addAndGet(weight);
        taken.incrementAndGet();
        if (sender == rank) {
            here.addAndGet(-weight);
        } else {
            consumed.addAndGet(sender, weight);
        }
        if (isWanted) {
            giveToAll();
        }
    }

    /** A task has received a message, which takes no memory of this room any more. */
    void consumed(Mail mail) {
        heap.giveBack(mail.heap());
        consumed(mail.sender(), mail.weight());
    }

    /** Discards a message that no task will receive. */
    void throwAway(Mail mail) {
        mail.close();
        consumed(mail);
    }

    /** The heap for the arrays of mail from other ranks. */
    MailHeap heap() {
        return heap;
    }

    /** Handles a sender's request for room up to the given total of bytes. */
    void wanted(int sender, long bytes, boolean waits) {
        long now = give(sender, bytes, waits);
        if (now >= bytes) {
            notes.grantRoom(sender, now);
        } else {
            notes.refuseRoom(sender, waitingBytes(), taken.get());
        }
    }

    private synchronized long give(int sender, long bytes, boolean waits) {
        long room = limit - here.get();
        for (int i = 0; i < given.length; i++) {
            room -= given[i] - consumed.get(i);
        }
        long more = Math.max(0, bytes - given[sender]);
        if (more + step <= room) {
            given[sender] += more + step;
        } else if (more <= room || waitingBytes() == 0) {
            given[sender] += more;
        } else if (waits) {
            wanted[sender] = bytes;
            isWanted = true;
        }
        if (given[sender] >= bytes) {
            wanted[sender] = 0;
        }
        return given[sender];
    }

    private synchronized void giveToAll() {
        isWanted = false;
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i] > 0 && give(i, wanted[i], true) >= wanted[i]) {
                notes.grantRoom(i, given[i]);
            }
        }
    }
}
