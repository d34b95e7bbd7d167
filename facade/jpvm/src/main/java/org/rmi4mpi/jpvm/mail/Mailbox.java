package org.rmi4mpi.jpvm.mail;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.MailWait;

/**
 * Messages that a task has not received yet, in the order of arrival, and the threads that wait for one. Polling
 * threads add messages, and the task's threads take them. Guarded by its own monitor, which is never held for long.
 */
final class Mailbox {
    private final Dispatcher dispatcher;
    /** Whether waits have to end: the task is being ended, or there is an error to report. */
    private final BooleanSupplier isDisturbed;
    /** Names the messages that a receive waits for. */
    private final Function<MailPattern, Awaited> namer;
    private Mail first;
    private Mail last;
    /** Number of messages in the list whose arrays have not all arrived. */
    private int pending;
    private final List<Receive> receives = new ArrayList<>(2);
    private boolean isClosed;

    /** A thread's wait for a message. */
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

        @Override
        public Awaited awaited() {
            return namer.apply(pattern);
        }
    }

    Mailbox(Dispatcher dispatcher, Function<MailPattern, Awaited> namer, BooleanSupplier isDisturbed) {
        this.dispatcher = dispatcher;
        this.namer = namer;
        this.isDisturbed = isDisturbed;
    }

    /** Adds a message. Returns false if the mailbox is closed. Needs no memory. */
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

    /** Puts the oldest message back, since its receiver had no memory for it. Returns false if the mailbox is closed. */
    boolean putBack(Mail mail) {
        synchronized (this) {
            if (isClosed) {
                return false;
            }
            mail.next = first;
            if (first == null) {
                last = mail;
            } else {
                first.previous = mail;
            }
            first = mail;
        }
        handOut();
        return true;
    }

    private Receive receiverOf(Mail mail) {
        for (int i = 0; i < receives.size(); i++) {
            Receive each = receives.get(i);
            if (each.pattern.matches(mail.envelope())) {
                receives.remove(i);
                return each;
            }
        }
        return null;
    }

    /** Marks a message complete, after all its arrays have arrived. Returns false if the mailbox is closed. */
    boolean markComplete(Mail mail) {
        synchronized (this) {
            mail.setPending(false);
            if (isClosed) {
                return false;
            }
            pending--;
        }
        handOut();
        return true;
    }

    /** Passes messages to waiting threads. Each gets the oldest match, unless that message is incomplete. */
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
            if (pattern.matches(mail.envelope())) {
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

    /** Takes the oldest message that matches. Returns null if there is none, or if that message is incomplete. */
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
     * Waits for the oldest message that matches.
     *
     * @param timeoutNs 0 waits forever
     * @param counts whether {@link #waiting} counts this thread
     * @return null on timeout, or if the mailbox is closed
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

    /** Number of counted threads that wait without a timeout and have no message yet. */
    synchronized int waiting() {
        int count = 0;
        for (Receive each : receives) {
            count += each.counts ? 1 : 0;
        }
        return count;
    }

    /** Ends all waits without a message, so that the threads check on their task. */
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

    /** Closes the mailbox and ends all waits. Returns the first of the remaining messages, which are linked. */
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
