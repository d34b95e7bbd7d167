package org.rmi4mpi.message.collective;

import java.util.Arrays;
import java.util.function.Supplier;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Element;
import org.rmi4mpi.message.data.Layout;
import org.rmi4mpi.message.data.MessageException;
import org.rmi4mpi.message.data.ObjectCodec;
import org.rmi4mpi.message.data.Span;

/** The exchange within a group. The ranks first tell each other the lengths of their data. Stateless. */
final class ByteCollectives implements ByteExchange {
    /**
     * Where more bytes than this come together at a rank, the ranks first allocate their memory and tell each other
     * whether they have it.
     */
    private static final int LEAST_CHECKED = 64 << 10;
    /** Stands in the place of a length: the rank cannot write its objects. */
    private static final int FAILED = -1;

    private static final Layout INTS = Layout.of("ints", Element.INT, 1);
    private static final Layout BYTES = Layout.of("bytes", Element.BYTE, 1);

    private final Communicator comm;
    private final String call;

    ByteCollectives(Communicator comm, String call) {
        this.comm = comm;
        this.call = call;
    }

    private static Span ints(int[] values) {
        return new Span("collective operation", "lengths", values, 0, values.length, INTS);
    }

    private Span bytes(Object memory, int length) {
        return new Span(call, "objects", memory, 0, length, BYTES);
    }

    /** @param writer null where this rank brings nothing */
    private static <T> Brought<T> bring(Supplier<T> writer) {
        try {
            return new Brought<>(writer == null ? null : writer.get(), null);
        } catch (RuntimeException | Error e) {
            return new Brought<>(null, e);
        }
    }

    /** The bytes that this rank gives to the others, or the failure to write them. */
    private record Brought<T>(T bytes, Throwable failure) {
        /**
         * Throws at every rank if one rank has failed.
         *
         * @param lengths of the data of each rank, or of the root alone
         */
        void check(String call, int[] lengths, int root) {
            if (failure instanceof RuntimeException e) {
                throw e;
            } else if (failure instanceof Error e) {
                throw e;
            }
            for (int i = 0; i < lengths.length; i++) {
                if (lengths[i] == FAILED) {
                    throw Check.failure(call + ": rank " + (root < 0 ? i : root)
                            + " of the communicator could not write its objects: see the exception at that rank");
                }
            }
        }
    }

    /** Native memory for the data that one operation sends and receives. */
    private final class Room {
        private NativeBuffer sent;
        private NativeBuffer received;

        /** @param checked whether all ranks tell each other that they have their memory */
        Room(long toSend, long toReceive, boolean checked) {
            Throwable failure = null;
            try {
                sent = toSend < 0 ? null : NativeBuffer.acquire(length(toSend));
                received = toReceive < 0 ? null : NativeBuffer.acquire(length(toReceive));
            } catch (OutOfMemoryError e) {
                failure = Check.failure(ObjectCodec.noMemory(call, toSend + toReceive, e), e);
            } catch (MessageException e) {
                failure = e;
            }
            int first = checked ? firstFailed(failure != null) : Integer.MAX_VALUE;
            if (failure == null && first == Integer.MAX_VALUE) {
                return;
            }
            release();
            throw failure != null ? (MessageException) failure
                    : Check.failure(
                            call + ": rank " + first + " of the communicator has no memory for its part of the"
                                    + " objects: see the exception at that rank");
        }

        private int length(long bytes) {
            Check.argument("collective operation", bytes <= Check.LARGEST_MESSAGE, "objects of all ranks",
                    bytes + " bytes", "at most 2 GiB less 1 byte together");
            return (int) bytes;
        }

        private int firstFailed(boolean failed) {
            int[] first = new int[1];
            Reductions.allreduce(null, comm, ints(new int[] {failed ? comm.rank() : Integer.MAX_VALUE}), ints(first),
                    Reduction.MIN);
            return first[0];
        }

        Room sends(byte[]... parts) {
            int at = 0;
            for (byte[] part : parts) {
                sent.bytes().put(at, part);
                at += part.length;
            }
            return this;
        }

        Object toSend() {
            return sent == null ? null : sent.bytes();
        }

        Object toReceive() {
            return received == null ? null : received.bytes();
        }

        /** The received bytes, cut into parts of these lengths. */
        byte[][] received(int... lengths) {
            byte[][] parts = new byte[lengths.length][];
            int at = 0;
            for (int i = 0; i < parts.length; i++) {
                parts[i] = ObjectCodec.bytes(call, lengths[i]);
                received.bytes().get(at, parts[i]);
                at += lengths[i];
            }
            return parts;
        }

        /**
         * Releases the memory. Called only when the operation has ended: after a failure MPI may still use the memory.
         */
        void release() {
            if (sent != null) {
                sent.release();
            }
            if (received != null) {
                received.release();
            }
        }
    }

    @Override
    public Supplier<byte[]> bcast(Supplier<byte[]> writer, int root) {
        Brought<byte[]> own = bring(writer);
        int[] length = {own.failure() != null ? FAILED : own.bytes() == null ? 0 : own.bytes().length};
        Collectives.bcast(null, comm, call, ints(length), root);
        own.check(call, length, root);
        boolean sends = comm.rank() == root;
        Room room = new Room(sends ? length[0] : -1, sends ? -1 : length[0], length[0] >= LEAST_CHECKED);
        if (sends) {
            room.sends(own.bytes());
        }
        Collectives.bcast(null, comm, call, bytes(sends ? room.toSend() : room.toReceive(), length[0]), root);
        byte[] result = sends ? null : room.received(length[0])[0];
        room.release();
        return () -> result;
    }

    @Override
    public Supplier<byte[][]> gather(Supplier<byte[]> writer, int root) {
        Brought<byte[]> own = bring(writer);
        int[] lengths = lengthsOfAll(own);
        boolean receives = comm.rank() == root;
        Room room = new Room(own.bytes().length, receives ? total(lengths) : -1, total(lengths) >= LEAST_CHECKED);
        Collectives.gatherv(null, comm, call, bytes(room.sends(own.bytes()).toSend(), own.bytes().length),
                bytes(room.toReceive(), 0), lengths, displacements(lengths), root);
        byte[][] result = receives ? room.received(lengths) : null;
        room.release();
        return () -> result;
    }

    @Override
    public Supplier<byte[][]> allgather(Supplier<byte[]> writer) {
        Brought<byte[]> own = bring(writer);
        int[] lengths = lengthsOfAll(own);
        Room room = new Room(own.bytes().length, total(lengths), total(lengths) >= LEAST_CHECKED);
        Collectives.allgatherv(null, comm, bytes(room.sends(own.bytes()).toSend(), own.bytes().length),
                bytes(room.toReceive(), 0), lengths, displacements(lengths));
        byte[][] result = room.received(lengths);
        room.release();
        return () -> result;
    }

    private int[] lengthsOfAll(Brought<byte[]> own) {
        int[] lengths = new int[comm.size()];
        Collectives.allgather(null, comm, ints(new int[] {own.failure() != null ? FAILED : own.bytes().length}),
                ints(lengths).part(0, 1));
        own.check(call, lengths, -1);
        return lengths;
    }

    @Override
    public Supplier<byte[]> scatter(Supplier<byte[][]> writer, int root) {
        Brought<byte[][]> own = bring(writer);
        int[] lengths = lengths(own);
        Collectives.bcast(null, comm, call, ints(lengths), root);
        own.check(call, lengths, root);
        boolean sends = comm.rank() == root;
        int length = lengths[comm.rank()];
        Room room = new Room(sends ? total(lengths) : -1, length, total(lengths) >= LEAST_CHECKED);
        if (sends) {
            room.sends(own.bytes());
        }
        Collectives.scatterv(null, comm, call, bytes(room.toSend(), 0), lengths, displacements(lengths),
                bytes(room.toReceive(), length), root);
        byte[] result = room.received(length)[0];
        room.release();
        return () -> result;
    }

    @Override
    public Supplier<byte[][]> alltoall(Supplier<byte[][]> writer) {
        Brought<byte[][]> own = bring(writer);
        int[] sent = lengths(own);
        int[] got = new int[comm.size()];
        Collectives.alltoall(null, comm, ints(sent).part(0, 1), ints(got).part(0, 1));
        own.check(call, got, -1);
        Room room = new Room(total(sent), total(got), true); // no rank knows how much the others receive
        Collectives.alltoallv(null, comm, bytes(room.sends(own.bytes()).toSend(), 0), sent, displacements(sent),
                bytes(room.toReceive(), 0), got, displacements(got));
        byte[][] result = room.received(got);
        room.release();
        return () -> result;
    }

    /** The lengths of the parts, one for each rank. */
    private int[] lengths(Brought<byte[][]> own) {
        int[] lengths = new int[comm.size()];
        if (own.failure() != null) {
            Arrays.fill(lengths, FAILED);
        } else if (own.bytes() != null) {
            Arrays.setAll(lengths, i -> own.bytes()[i].length);
        }
        return lengths;
    }

    private static int[] displacements(int[] lengths) {
        int[] displs = new int[lengths.length];
        for (int i = 1; i < lengths.length; i++) {
            displs[i] = displs[i - 1] + lengths[i - 1];
        }
        return displs;
    }

    private static long total(int[] lengths) {
        return Arrays.stream(lengths).asLongStream().sum();
    }
}
