package org.rmi4mpi.jpvm.mail;

import java.nio.ByteBuffer;
import org.rmi4mpi.wire.MailFrame;

/**
 * Where a message comes from and goes to, and how receives select it.
 *
 * @param context a program's receives see only messages of the context {@link #PROGRAM}
 * @param source port of the sending task
 * @param destination port of the receiving task
 */
public record Envelope(short context, int source, int destination, int tag) {
    public static final short PROGRAM = 0;
    /** The context of messages between the members of a group. */
    public static final short GROUP = 1;

    /** The call of a task that sends it, for reports. */
    String sendCall() {
        return context == GROUP ? "send in a group" : "pvm_send";
    }

    /** The call of a task that receives it, for reports. */
    String receiveCall() {
        return context == GROUP ? "receive in a group" : "pvm_recv";
    }

    /** Names both tasks, as reports name a communicator. */
    @Override
    public String toString() {
        return "task #" + source + " to task #" + destination;
    }

    static Envelope read(ByteBuffer mail) {
        return new Envelope(MailFrame.context(mail), MailFrame.source(mail), MailFrame.destination(mail),
                MailFrame.tag(mail));
    }

    /** Writes the header of mail, and sets the position behind it. */
    void write(ByteBuffer mail, int streamBytes, int arrays) {
        MailFrame.put(mail, context, source, destination, tag, streamBytes, arrays);
    }
}
