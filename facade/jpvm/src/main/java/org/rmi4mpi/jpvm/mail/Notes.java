package org.rmi4mpi.jpvm.mail;

import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.MailFrame;

/**
 * Sends notes from the post office of this rank to that of another, or to itself. {@link MailFrame} tells what is in each.
 * Does not wait. Any thread may call.
 */
final class Notes {
    private final Dispatcher dispatcher;
    private final Transport transport;
    private final Taker own;

    /** Takes a note that has arrived. */
    interface Taker {
        void accept(short subject, int sender, int port, int other, long first, long second);
    }

    /** @param own takes notes to this rank */
    Notes(Dispatcher dispatcher, Taker own) {
        this.dispatcher = dispatcher;
        this.transport = dispatcher.transport();
        this.own = own;
    }

    private void send(int receiver, short subject, int port, int other, long first, long second) {
        if (receiver == transport.rank()) {
            own.accept(subject, receiver, port, other, first, second);
            return;
        }
        Frame frame = transport.acquire(MailFrame.NOTE);
        MailFrame.putNote(frame.bytes(), subject, port, other, first, second);
        try {
            dispatcher.sendMail(receiver, frame);
        } catch (TransportException e) {
            frame.release(); // The job is ending.
        }
    }

    void askWhetherLives(int receiver, int port, int question) {
        send(receiver, MailFrame.QUESTION, port, question, 0, 0);
    }

    void answer(int receiver, int port, int question, boolean lives) {
        send(receiver, MailFrame.ANSWER, port, question, lives ? 1 : 0, 0);
    }

    void tellEnd(int receiver, int port) {
        send(receiver, MailFrame.ENDED, port, 0, 0, 0);
    }

    void tellEnrolled(int receiver, int port, int number, boolean isThere) {
        send(receiver, MailFrame.ENROLLED, port, number, isThere ? 1 : 0, 0);
    }

    void watch(int receiver, int watched, int watcher, int tag) {
        send(receiver, MailFrame.WATCH, watched, watcher, tag, 0);
    }

    /** @param weight of the mail that was lost */
    void tellLoss(int receiver, int source, int destination, long weight) {
        send(receiver, MailFrame.LOST, source, destination, weight, 0);
    }

    /**
     * @param total bytes that were sent to the receiver, with those that wait
     * @param waits whether a thread waits for the room
     */
    void askForRoom(int receiver, long total, boolean waits) {
        send(receiver, MailFrame.ROOM_WANTED, 0, 0, total, waits ? 1 : 0);
    }

    /** @param total bytes that the receiver may send */
    void grantRoom(int receiver, long total) {
        send(receiver, MailFrame.ROOM, 0, 0, total, 0);
    }

    /**
     * @param waiting bytes that wait at this rank
     * @param taken bytes that tasks have ever received here
     */
    void refuseRoom(int receiver, long waiting, long taken) {
        send(receiver, MailFrame.NO_ROOM, 0, 0, waiting, taken);
    }
}
