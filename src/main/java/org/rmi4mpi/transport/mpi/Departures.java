package org.rmi4mpi.transport.mpi;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.rmi4mpi.bridge.LostRanks;
import org.rmi4mpi.transport.Addressee;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.ArrayTransferList;
import org.rmi4mpi.transport.FrameQueue;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;

/**
 * Frames that MPI is still sending, and array transfers for which no thread waits. Polling completes them. Used by any
 * thread; the monitor guards all state.
 */
final class Departures {
    private final MpiTransport transport;
    private final RankBell bell;
    private final MessageTags tags;
    private final FrameQueue frames = new FrameQueue();
    private final ArrayTransferList arrays = new ArrayTransferList();
    /** For each rank, the last {@link #retire} in which a small frame to it had not left. */
    private final long[] heldUp;
    private long looks;
    /** For each rank, the number of small frames to it. Read by any thread. */
    private final AtomicIntegerArray small;
    private volatile boolean some;
    /** Number of large frames. */
    private int largeFrames;
    private volatile boolean moveInParts;

    /**
     * @param tags tags of large frames
     * @param size number of ranks in the job
     */
    Departures(MpiTransport transport, RankBell bell, MessageTags tags, int size) {
        this.transport = transport;
        this.bell = bell;
        this.tags = tags;
        heldUp = new long[size];
        small = new AtomicIntegerArray(size);
    }

    boolean isEmpty() {
        return !some;
    }

    /** Number of small frames to a rank. */
    int to(int receiver) {
        return small.getOpaque(receiver);
    }

    /** Whether a large frame or an array is among them. MPI sends its next part when a thread polls. */
    boolean moveInParts() {
        return moveInParts;
    }

    /** Takes ownership of a frame in flight. */
    synchronized void add(MpiFrame frame, int receiver) {
        frame.takeFromBuilder();
        frame.setReceiver(receiver);
        frames.addLast(frame);
        count(frame, 1);
        update();
    }

    private void count(MpiFrame frame, int more) {
        if (isSmall(frame)) {
            small.setOpaque(frame.receiver(), small.getPlain(frame.receiver()) + more);
        } else {
            largeFrames += more;
        }
    }

    synchronized void add(ArrayTransfer array) {
        arrays.add(array);
        update();
    }

    private void update() {
        moveInParts = largeFrames > 0 || !arrays.isEmpty();
        some = !frames.isEmpty() || !arrays.isEmpty();
    }

    private static boolean isSmall(MpiFrame frame) {
        return frame.bytes().position() <= MpiTransport.SMALL;
    }

    /**
     * Tests all sends, and frees the frames that have left. Small frames to one rank leave in order, so those behind a
     * frame that has not left are not tested.
     */
    synchronized void retire() {
        looks++;
        for (int i = frames.size(); i > 0; i--) {
            MpiFrame frame = (MpiFrame) frames.poll();
            if (isStillLeaving(frame)) {
                frames.addLast(frame);
            } else {
                release(frame);
            }
        }
        arrays.removeDone();
        update();
    }

    private boolean isStillLeaving(MpiFrame frame) {
        boolean isSmall = isSmall(frame);
        int receiver = frame.receiver();
        if (isSmall && heldUp[receiver] == looks) {
            return true;
        }
        int code = transport.test(frame.slot());
        if (MpiArrayTransfer.hasEnded(frame.slot(), code)) {
            if (!LostRanks.isLoss(code)) {
                transport.check(code, "send to", receiver);
            }
            return false;
        } else if (isSmall) {
            heldUp[receiver] = looks;
        }
        return true;
    }

    private void release(MpiFrame frame) {
        count(frame, -1);
        int receiver = frame.receiver();
        Addressee addressee = Addressee.of(frame.bytes());
        // A thread that waits for a reply rings by itself when the reply is late. One that writes more pieces does not.
        boolean isAwaited = FrameHeader.kind(frame.bytes()) == FrameKind.REQUEST
                && !FrameHeader.piecesFollow(frame.bytes());
        if (frame.tag() != 0) {
            tags.free(frame.tag());
            frame.setTag(0);
        }
        frame.release();
        if (!isAwaited) {
            bell.ringReceiver(receiver, addressee, true); // The receiver may have fallen asleep since it was rung.
        }
    }
}
