package org.rmi4mpi.message.collective;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Supplier;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;

/**
 * The exchange between two groups. All ranks of both groups exchange their data in one communicator of both, and each
 * keeps the part that it needs. The ranks beside the root do not know which rank is the root, so that all have to take
 * part. Stateless, except for that communicator.
 */
final class BytesBetween implements ByteExchange {
    private final Communicator comm;
    private final Communicator both;
    private final String call;
    /** In the communicator of both groups: the rank of the first member of the other group. */
    private final int first;

    /** Collective over both groups in their first operation of objects, which makes that communicator. */
    BytesBetween(Communicator comm, String call) {
        this.comm = comm;
        Check.argument(call, comm.peersInWorld()[0] >= 0, "communicator",
                "one with processes of another MPI.COMM_WORLD",
                "one of a single group, which merge() makes of it, for collective operations on objects");
        boolean high = comm.worldRanks()[0] > comm.peersInWorld()[0];
        both = CollectiveState.objects(comm).merged(call, high);
        this.call = call;
        first = high ? 0 : comm.size();
    }

    /** The pieces of each rank of the other group; an array of length 0 for a rank that brings none. */
    private byte[][][] exchange(Supplier<byte[][]> writer) {
        byte[][] brought = new ByteCollectives(both, call)
                .allgather(() -> joined(writer == null ? new byte[0][] : writer.get())).get();
        return Arrays.stream(brought, first, first + comm.peers()).map(BytesBetween::pieces).toArray(byte[][][]::new);
    }

    /** Joins pieces: their number, then the length and the bytes of each. */
    private static byte[] joined(byte[][] pieces) {
        int length = Integer.BYTES;
        for (byte[] piece : pieces) {
            length = Math.addExact(length, Integer.BYTES + piece.length);
        }
        ByteBuffer bytes = ByteBuffer.allocate(length).putInt(pieces.length);
        for (byte[] piece : pieces) {
            bytes.putInt(piece.length).put(piece);
        }
        return bytes.array();
    }

    private static byte[][] pieces(byte[] joined) {
        ByteBuffer bytes = ByteBuffer.wrap(joined);
        byte[][] pieces = new byte[bytes.getInt()][];
        for (int i = 0; i < pieces.length; i++) {
            pieces[i] = new byte[bytes.getInt()];
            bytes.get(pieces[i]);
        }
        return pieces;
    }

    private static Supplier<byte[][]> one(Supplier<byte[]> writer) {
        return writer == null ? null : () -> new byte[][] {writer.get()};
    }

    @Override
    public Supplier<byte[]> bcast(Supplier<byte[]> writer, int root) {
        byte[][][] brought = exchange(one(writer));
        return () -> root < 0 ? null : brought[root][0];
    }

    @Override
    public Supplier<byte[][]> gather(Supplier<byte[]> writer, int root) {
        byte[][] brought = firstOfEach(exchange(root < 0 ? null : one(writer)));
        return () -> root == Constants.ROOT ? brought : null;
    }

    private static byte[][] firstOfEach(byte[][][] brought) {
        return Arrays.stream(brought).map(pieces -> pieces.length == 0 ? null : pieces[0]).toArray(byte[][]::new);
    }

    @Override
    public Supplier<byte[][]> allgather(Supplier<byte[]> writer) {
        byte[][] brought = firstOfEach(exchange(one(writer)));
        return () -> brought;
    }

    @Override
    public Supplier<byte[]> scatter(Supplier<byte[][]> writer, int root) {
        byte[][][] brought = exchange(writer);
        return () -> root < 0 ? null : brought[root][comm.rank()];
    }

    @Override
    public Supplier<byte[][]> alltoall(Supplier<byte[][]> writer) {
        byte[][][] brought = exchange(writer);
        byte[][] own = Arrays.stream(brought).map(pieces -> pieces[comm.rank()]).toArray(byte[][]::new);
        return () -> own;
    }
}
