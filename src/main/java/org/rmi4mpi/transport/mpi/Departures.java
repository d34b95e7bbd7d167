package org.rmi4mpi.transport.mpi;

import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.ArrayTransferList;
import org.rmi4mpi.transport.FrameQueue;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;

/**
 * Frames that MPI still reads, and arrays that nobody waits for any more. They leave when somebody looks. Used by any thread;
 * what it has is under its monitor.
 */
final class Departures {
    private final MpiTransport transport;
    private final RankBell bell;
    private final MessageTags tags;
    private final FrameQueue frames = new FrameQueue();
    private final ArrayTransferList arrays = new ArrayTransferList();
    /** By rank: the last look in which a small frame to it had not left. */
    private final long[] heldUp;
    private long looks;
    private volatile boolean some;

    /**
     * @param tags of large frames
     * @param size of the job
     */
    Departures(MpiTransport transport, RankBell bell, MessageTags tags, int size) {
        this.transport = transport;
        this.bell = bell;
        this.tags = tags;
        heldUp = new long[size];
    }

    boolean isEmpty() {
        return !some;
    }

    /** The frame is the transport's from here on. */
    synchronized void add(MpiFrame frame, int receiver) {
        frame.takenByTransport();
        frame.goesTo(receiver);
        frames.addLast(frame);
        some = true;
    }

    synchronized void add(ArrayTransfer array) {
        arrays.add(array);
        some = true;
    }

    /** Small frames to one rank arrive in their order: where one has not left MPI is not asked of those behind it. */
    synchronized void retire() {
        looks++;
        for (int i = frames.size(); i > 0; i--) {
            MpiFrame frame = (MpiFrame) frames.poll();
            if (isStillLeaving(frame)) {
                frames.addLast(frame);
            } else {
                hasLeft(frame);
            }
        }
        arrays.removeDone();
        some = !frames.isEmpty() || !arrays.isEmpty();
    }

    private boolean isStillLeaving(MpiFrame frame) {
        boolean isSmall = frame.bytes().position() <= MpiTransport.SMALL;
        int receiver = frame.receiver();
        if (isSmall && heldUp[receiver] == looks) {
            return true;
        }
        int code = transport.test(frame.slot());
        if (transport.hasEnded(frame.slot(), code)) {
            transport.check(code, "send to", receiver);
            return false;
        } else if (isSmall) {
            heldUp[receiver] = looks;
        }
        return true;
    }

    private void hasLeft(MpiFrame frame) {
        int receiver = frame.receiver();
        boolean isReply = FrameKind.isReply(FrameHeader.kind(frame.bytes()));
        if (frame.tag() != 0) {
            tags.free(frame.tag());
            frame.hasTag(0);
        }
        frame.release();
        bell.sent(receiver, !isReply, true); // it may have looked and fallen asleep since it was rung for
    }
}
