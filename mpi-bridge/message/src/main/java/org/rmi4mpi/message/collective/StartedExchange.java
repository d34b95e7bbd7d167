package org.rmi4mpi.message.collective;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.message.CollectiveCall;
import org.rmi4mpi.message.InFlight;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.ObjectMessages;
import org.rmi4mpi.message.Operation;
import org.rmi4mpi.message.Operations;
import org.rmi4mpi.message.Parts;
import org.rmi4mpi.message.Strict;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.MessageException;
import org.rmi4mpi.message.data.ObjectCodec;

/**
 * The exchange of a started collective operation. A rank sends its data in a message to each rank that needs them, on a
 * duplicate of the communicator, under a tag of the operation. Within one group, a broadcast uses a binomial tree; all
 * other data go directly. A rank that cannot write its objects tells this in its messages.
 *
 * <p>Arrived data stay bytes until the program completes the operation, since only the program's threads may use its
 * classes. Guarded by the operation's monitor.
 */
final class StartedExchange extends Parts implements ByteExchange {

    private final Operation operation;
    private final Communicator comm;
    private final String call;
    private final ObjectChannel channel;
    private final int tag;
    /** The starts of messages that wait, in order. */
    private final Deque<Runnable> starts = new ArrayDeque<>();
    private boolean hasEnded;
    private boolean isAdvancing;

    /** @param root null where there is none */
    StartedExchange(Operation operation, Communicator comm, String call, Integer root) {
        this.operation = operation;
        this.comm = comm;
        this.call = call;
        Check.argument(call, !comm.isMixed(), "communicator", "one with processes that do not run Java in this job",
                "one of this job's Java ranks, for a started operation of objects or of a function");
        if (Strict.IS_ON) {
            Strict.compare(comm, CollectiveCall.here(root, null, null, null, null), operation);
        }
        channel = CollectiveState.objects(comm);
        tag = channel.begin(call);
    }

    @Override
    public void end(Object buf, Runnable reads) {
        Operations.startParts(operation, new InFlight(comm, call, buf, outcome -> reads.run()), this);
        Job.stirAll(comm.peersInWorld());
    }

    /**
     * Starts the messages that wait, and advances the parts. The start of a message may check all pending operations,
     * and so call this method again.
     */
    @Override
    protected boolean advance() {
        if (isAdvancing) {
            return false;
        }
        isAdvancing = true;
        try {
            return goOn();
        } finally {
            isAdvancing = false;
        }
    }

    private boolean goOn() {
        try {
            Communicator duplicate = hasEnded ? null : channel.duplicate();
            while (duplicate != null && !starts.isEmpty()) {
                starts.peek().run();
                starts.remove();
            }
            if (!hasEnded && duplicate == null) {
                return false;
            }
        } catch (MessageException e) { // the duplicate cannot be made
            fail(e);
            starts.clear();
        }
        boolean isOver = super.advance() && starts.isEmpty();
        if (isOver && !hasEnded) {
            hasEnded = true;
            channel.end();
        }
        return isOver;
    }

    /** Writes this rank's data; null where that fails. The failure is kept for the completion. */
    private <T> T bring(Supplier<T> writer) {
        try {
            return writer.get();
        } catch (RuntimeException | Error e) {
            fail(e);
            return null;
        }
    }

    /** @param bytes null to tell the peer that there are none */
    private void send(int peer, byte[] bytes) {
        starts.add(() -> {
            try {
                start(peer, bytes);
            } catch (OutOfMemoryError e) {
                if (bytes == null) {
                    throw e; // the next check may have more stack or memory
                }
                fail(Check.failure(ObjectCodec.noMemory(call, bytes.length, e), e));
                start(peer, null);
            } catch (MessageException e) { // the other peers wait for theirs
                fail(e);
            }
        });
    }

    private void start(int peer, byte[] bytes) {
        int inWorld = comm.peersInWorld()[peer];
        Operation sent = new Operation();
        add(sent); // needs memory, which there may not be after the start
        if (bytes == null) {
            ObjectMessages.sendFailure(sent, call, peer, inWorld, tag, channel.duplicate());
        } else {
            ObjectMessages.send(sent, call, bytes, 0, peer, inWorld, tag, channel.duplicate());
        }
    }

    /** @param taker gets null where the peer has no data */
    private void receive(int peer, Consumer<byte[]> taker) {
        starts.add(
                () -> add(ObjectMessages.receiveBytes(new Operation(), channel.duplicate(), call, peer, tag, bytes -> {
                    if (bytes == null) {
                        fail(ObjectCodec.notSent(call, "rank " + peer + " of the communicator"));
                    }
                    taker.accept(bytes);
                }), () -> taker.accept(null)));
    }

    private boolean isOwn(int peer) {
        return !comm.isInter() && peer == comm.rank();
    }

    @Override
    public Supplier<byte[]> bcast(Supplier<byte[]> writer, int root) {
        byte[][] got = new byte[1][];
        if (comm.isInter()) {
            if (root == Constants.ROOT) {
                byte[] own = bring(writer);
                toEach(peer -> own);
            } else if (root >= 0) {
                receive(root, bytes -> got[0] = bytes);
            }
            return () -> got[0];
        }
        int place = Math.floorMod(comm.rank() - root, comm.size());
        int step = place == 0 ? Integer.highestOneBit(comm.size()) * 2 : Integer.lowestOneBit(place);
        if (place == 0) {
            forward(bring(writer), root, place, step);
        } else {
            receive((place - step + root) % comm.size(), bytes -> {
                got[0] = bytes;
                forward(bytes, root, place, step);
            });
        }
        return () -> got[0];
    }

    /** Sends to the ranks below in the tree, first to those with the largest subtrees. */
    private void forward(byte[] bytes, int root, int place, int step) {
        for (int below = step / 2; below > 0; below /= 2) {
            if (place + below < comm.size()) {
                send((place + below + root) % comm.size(), bytes);
            }
        }
    }

    /** Selects the bytes for a peer. */
    private interface Piece {
        byte[] of(int peer);
    }

    private void toEach(Piece piece) {
        for (int i = 0; i < comm.peers(); i++) {
            if (!isOwn(i)) {
                send(i, piece.of(i));
            }
        }
    }

    /** @param own the caller's data for itself */
    private byte[][] fromEach(byte[] own) {
        byte[][] got = new byte[comm.peers()][];
        for (int i = 0; i < got.length; i++) {
            int peer = i;
            if (isOwn(i)) {
                got[i] = own;
            } else {
                receive(i, bytes -> got[peer] = bytes);
            }
        }
        return got;
    }

    @Override
    public Supplier<byte[][]> gather(Supplier<byte[]> writer, int root) {
        byte[] own = Collectives.hasPart(comm, root) ? bring(writer) : null;
        if (Collectives.isRoot(comm, root)) {
            byte[][] got = fromEach(own);
            return () -> got;
        } else if (Collectives.hasPart(comm, root)) {
            send(root, own);
        }
        return () -> null;
    }

    @Override
    public Supplier<byte[][]> allgather(Supplier<byte[]> writer) {
        byte[] own = bring(writer);
        byte[][] got = fromEach(own);
        toEach(peer -> own);
        return () -> got;
    }

    @Override
    public Supplier<byte[]> scatter(Supplier<byte[][]> writer, int root) {
        byte[][] got = new byte[1][];
        if (Collectives.isRoot(comm, root)) {
            byte[][] own = bring(writer);
            got[0] = own == null || comm.isInter() ? null : own[comm.rank()];
            toEach(peer -> own == null ? null : own[peer]);
        } else if (Collectives.hasPart(comm, root)) {
            receive(root, bytes -> got[0] = bytes);
        }
        return () -> got[0];
    }

    @Override
    public Supplier<byte[][]> alltoall(Supplier<byte[][]> writer) {
        byte[][] own = bring(writer);
        byte[][] got = fromEach(own == null || comm.isInter() ? null : own[comm.rank()]);
        toEach(peer -> own == null ? null : own[peer]);
        return () -> got;
    }
}
