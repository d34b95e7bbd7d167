package org.rmi4mpi.transport;

import java.nio.ByteBuffer;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.LargeFrame;
import org.rmi4mpi.wire.MailFrame;

/** The threads of the receiving rank that need a frame. It decides which thread is woken for the frame. */
public enum Addressee {
    /** Requests, control frames, notes that a rank acts on, and replies that no thread waits for. */
    CREW,
    /** Replies, pieces and credits for a thread that waits: it polls, or it has said that it sleeps. */
    CALLER,
    /**
     * Mail to a task, and room for its mail. Any thread that polls delivers it, the task's own in its next receive at
     * the latest.
     */
    MAILBOX;

    /** The addressee of a frame whose header is complete, or of the frame that it announces. */
    public static Addressee of(ByteBuffer frame) {
        byte kind = FrameHeader.kind(frame);
        boolean isNote = kind == FrameKind.MAIL && !MailFrame.isForTask(frame);
        if (kind == FrameKind.LARGE) {
            kind = LargeFrame.announcedKind(frame);
        }
        if (FrameKind.isReply(kind)) {
            return FrameHeader.callId(frame) < 0 ? CREW : CALLER;
        }
        if (kind == FrameKind.PIECE || kind == FrameKind.CREDIT) {
            return CALLER;
        }
        return kind == FrameKind.MAIL && !isNote ? MAILBOX : CREW;
    }
}
