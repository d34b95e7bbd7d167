package org.rmi4mpi.jpvm;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.MailWait;

/**
 * The messages that a task has not received yet, in the order of their arrival, and the threads that wait for one.
 * Filled by whoever polls, emptied by the task's threads; under its own monitor, which is never held for long.
 */
final class Mailbox {
    private final Dispatcher dispatcher;
    /** Whether threads are not to wait any more: the task is being ended, or has to be told something. */
    private final BooleanSupplier isDisturbed;
    private Mail first;
    private Mail last;
    /** Of these, how many have arrays that have still to come. */
    private int pending;
    private final List<Receive> receives = new ArrayList<>(2);
    private boolean isClosed;

    /** A thread that waits for a message. */
    private final class Receive extends MailWait {
        private final MailPattern pattern;
        private final boolean counts;
        private volatile Mail mail;
        private volatile boolean isGivenUp;

        Receive(MailPattern pattern, boolean counts) {
            this.pattern = pattern;
            this.counts = counts;
        }

        @Override
        protected boolean isOver() {
            return mail != null || isGivenUp || isDisturbed.getAsBoolean();
        }
    }

    Mailbox(Dispatcher dispatcher, BooleanSupplier isDisturbed) {
        this.dispatcher = dispatcher;
        this.isDisturbed = isDisturbed;
    }

    /** Returns false where nobody will receive it any more. Needs no memory. */
    boolean add(Mail mail) {
        Receive receiver;
        synchronized (this) {
            if (isClosed) {
                return false;
            }
            receiver = pending > 0 || mail.isPending() ? null : receiverOf(mail);
            if (receiver == null) {
                link(mail);
                pending += mail.isPending() ? 1 : 0;
                if (pending == 0 || receives.isEmpty()) {
                    return true;
                }
            } else {
                receiver.mail = mail;
            }
        }
        if (receiver == null) {
            handOut();
        } else {
            dispatcher.wake(receiver);
        }
        return true;
    }

    private Receive receiverOf(Mail mail) {
        for (int i = 0; i < receives.size(); i++) {
            Receive each = receives.get(i);
            if (each.pattern.matches(mail)) {
                receives.remove(i);
                return each;
            }
        }
        return null;
    }

    /** All arrays of a message have come; returns false where nobody will receive it any more. */
    boolean isComplete(Mail mail) {
        synchronized (this) {
            mail.pending(false);
            if (isClosed) {
                return false;
            }
            pending--;
        }
        handOut();
        return true;
    }

    /** Gives what is there to those who wait for it: each the oldest that matches, unless that has still to come. */
    private void handOut() {
        for (Receive served = serveOne(); served != null; served = serveOne()) {
            dispatcher.wake(served);
        }
    }

    private synchronized Receive serveOne() {
        for (int i = 0; i < receives.size(); i++) {
            Receive each = receives.get(i);
            Mail oldest = find(each.pattern);
            if (oldest != null && !oldest.isPending()) {
                unlink(oldest);
                receives.remove(i);
                each.mail = oldest;
                return each;
            }
        }
        return null;
    }

    private Mail find(MailPattern pattern) {
        for (Mail mail = first; mail != null; mail = mail.next) {
            if (pattern.matches(mail)) {
                return mail;
            }
        }
        return null;
    }

    private void link(Mail mail) {
        mail.previous = last;
        if (last == null) {
            first = mail;
        } else {
            last.next = mail;
        }
        last = mail;
    }

    private void unlink(Mail mail) {
        if (mail.previous == null) {
            first = mail.next;
        } else {
            mail.previous.next = mail.next;
        }
        if (mail.next == null) {
            last = mail.previous;
        } else {
            mail.next.previous = mail.previous;
        }
        mail.previous = null;
        mail.next = null;
    }

    /** The oldest that matches and is there; null where there is none. */
    synchronized Mail poll(MailPattern pattern) {
        Mail mail = find(pattern);
        if (mail == null || mail.isPending()) {
            return null;
        }
        unlink(mail);
        return mail;
    }

    synchronized boolean has(MailPattern pattern) {
        Mail mail = find(pattern);
        return mail != null && !mail.isPending();
    }

    /**
     * Waits for the oldest that matches.
     *
     * @param timeoutNs 0 for any time
     * @param counts whether {@link #waiting} counts the thread
     * @return null where none has come in time, or the mailbox is closed
     */
    Mail take(MailPattern pattern, long timeoutNs, boolean counts) {
        Receive receive;
        synchronized (this) {
            Mail mail = find(pattern);
            if (mail != null && !mail.isPending()) {
                unlink(mail);
                return mail;
            } else if (isClosed) {
                return null;
            }
            receive = new Receive(pattern, counts);
            receives.add(receive);
        }
        try {
            dispatcher.awaitMail(receive, timeoutNs);
        } finally {
            synchronized (this) {
                receives.remove(receive);
            }
        }
        return receive.mail;
    }

    /** How many threads wait, however long that takes, and have got nothing. */
    synchronized int waiting() {
        int count = 0;
        for (Receive each : receives) {
            count += each.counts ? 1 : 0;
        }
        return count;
    }

    /** Threads that wait get nothing, and look whether their task goes on. */
    void wakeAll() {
        List<Receive> waiting;
        synchronized (this) {
            waiting = List.copyOf(receives);
            receives.clear();
        }
        for (Receive each : waiting) {
            each.isGivenUp = true;
            dispatcher.wake(each);
        }
    }

    /**
     * Its task waits for nothing any more, and gets nothing. Returns the first of the messages that are left, linked.
     */
    Mail close() {
        Mail left;
        synchronized (this) {
            isClosed = true;
            left = first;
            first = null;
            last = null;
        }
        wakeAll();
        return left;
    }
}
