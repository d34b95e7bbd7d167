package mpi;

import java.util.Arrays;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;

/**
 * A communicator within one group, with its collective operations: every rank of it must call them, in the same order.
 * Each blocking one has a form that begins with I, which starts it and returns a request (MPI 3.1, 5.12); those are for
 * primitive base types and predefined operations. Displacements are in extents of the datatype. In place of a buffer of
 * {@link MPI#OBJECT} that is only read there may be one object. Source: mpiJava 1.2, after MPI 1.1, chapters 4 to 6.
 */
public class Intracomm extends Comm {
    private final ByteCollectives bytes = new ByteCollectives(this);

    Intracomm(long handle) {
        super(handle);
    }

    @Override
    Comm of(long handle) {
        return new Intracomm(handle);
    }

    @Override
    public Object clone() {
        return super.clone();
    }

    /**
     * A communicator of the ranks that give the same colour, in the order of their keys; null for a rank that gives
     * {@link MPI#UNDEFINED}.
     *
     * @param colour 0 or more, or {@link MPI#UNDEFINED}
     * @param key any number; ranks of one key stay in their order
     * @return the new communicator, or null
     */
    public Intracomm Split(int colour, int key) {
        locate("Split");
        Check.argument("Split", colour >= 0 || colour == MPI.UNDEFINED, "colour", colour,
                "0 or more, or MPI.UNDEFINED");
        return split("Split", colour, key, Intracomm::new);
    }

    private <C extends Comm> C split(String call, int colour, int key, LongFunction<C> constructor) {
        int colourInMpi = colour == MPI.UNDEFINED ? (int) Mpi.constant("MPI_UNDEFINED") : colour;
        return make(call, slot -> Mpi.commSplit(handle(), colourInMpi, key, slot), constructor);
    }

    /**
     * A communicator of a group of this one's ranks; null for a rank that is not in the group. The ranks of the group
     * must call it, and several groups may do so at once; others need not. Only in a communicator with ranks of other
     * languages every rank must call it.
     *
     * @param group ranks of this communicator, the same at every rank of the group
     * @return the new communicator, or null
     */
    public Intracomm Create(Group group) {
        locate("Create");
        Check.argument("Create", group != null, "group", "null", "a group");
        Check.argument("Create", Group.Difference(group, new Group(worldRanks())).Size() == 0, "group",
                "one with other ranks", "a group of this communicator's ranks");
        NativeBuffer ranks = ints(group.worldRanks());
        try {
            if (isMixed()) {
                return make("Create", slot -> Mpi.commCreate(handle(), ranks.address(), group.Size(), slot),
                        Intracomm::new);
            }
            return group.Rank() == MPI.UNDEFINED ? null : createAmong(group, ranks.address());
        } finally {
            ranks.release();
        }
    }

    /** The tag tells groups apart that several threads may make at once. */
    private Intracomm createAmong(Group group, long ranks) {
        int tag = Arrays.hashCode(group.worldRanks()) & Short.MAX_VALUE;
        return made("Create", slot -> Job.together(group.worldRanks(),
                () -> Mpi.commCreateGroup(handle(), ranks, group.Size(), tag, slot)), Intracomm::new);
    }

    /**
     * As {@link #Create}.
     *
     * @param group ranks of this communicator, the same at every rank
     * @return the new communicator, or null
     */
    public Intracomm Creat(Group group) {
        return Create(group);
    }

    /**
     * A grid of the first ranks; null for those that are too many. Ranks are never reordered.
     *
     * @param dims ranks in each dimension
     * @param periods whether each dimension is a ring
     * @param reorder not used
     * @return the new communicator, or null
     */
    public Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder) {
        locate("Create_cart");
        long nodes = Cartcomm.nodes("Create_cart", dims, periods);
        int colour = colourOfNode("Create_cart", nodes);
        return split("Create_cart", colour, Rank(), created -> new Cartcomm(created, dims.clone(), periods.clone()));
    }

    /**
     * A graph of the first ranks; null for those that are too many. Ranks are never reordered.
     *
     * @param index for each node the index in edges at which its neighbours end
     * @param edges the neighbours of all nodes, one node after the other
     * @param reorder not used
     * @return the new communicator, or null
     */
    public Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) {
        locate("Create_graph");
        Graphcomm.check("Create_graph", index, edges);
        int colour = colourOfNode("Create_graph", index.length);
        return split("Create_graph", colour, Rank(), created -> new Graphcomm(created, index.clone(), edges.clone()));
    }

    private int colourOfNode(String call, long nodes) {
        Check.argument(call, nodes <= Size(), "number of nodes", nodes < Integer.MAX_VALUE ? nodes : nodes + " or more",
                "at most the " + Size() + " ranks there are");
        return Rank() < nodes ? 0 : MPI.UNDEFINED;
    }

    /** Returns when every rank has called it. */
    public void Barrier() {
        barrier("Barrier").Wait();
    }

    /**
     * Starts a {@link #Barrier}: the request is complete when every rank has called it.
     *
     * @return a request, to be completed by one of its waits or tests
     */
    public Request Ibarrier() {
        return barrier("Ibarrier");
    }

    private Request barrier(String call) {
        locate(call);
        Exchange exchange = new Exchange(this, call);
        RequestSlot slot = exchange.begin();
        return exchange.started(Mpi.ibarrier(handle(), slot));
    }

    /**
     * Copies what the root has into the buffer of every rank.
     *
     * @param buf what the root has, or where it goes: an array or a java.nio buffer of the base type
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type what the buffer holds
     * @param root its rank, the same one at every rank
     */
    public void Bcast(Object buf, int offset, int count, Datatype type, int root) {
        if (isObject(type)) {
            bcastObjects(buf, offset, count, type, root);
        } else {
            bcast("Bcast", buf, offset, count, type, root).Wait();
        }
    }

    /**
     * Starts a {@link #Bcast}, of a primitive base type; the buffers must be left alone until the request is complete.
     *
     * @param buf what the root has, or where it goes: an array or a java.nio buffer of the base type
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type what the buffer holds
     * @param root its rank, the same one at every rank
     * @return a request, to be completed by one of its waits or tests
     */
    public Request Ibcast(Object buf, int offset, int count, Datatype type, int root) {
        primitive("Ibcast", type);
        return bcast("Ibcast", buf, offset, count, type, root);
    }

    private Request bcast(String call, Object buf, int offset, int count, Datatype type, int root) {
        locate(call);
        Check.root(call, root, Size());
        Place place = new Place(call, "buf", buf, type);
        boolean sends = Rank() == root;
        Message message = Message.leaving(place, offset, count);
        Exchange exchange = new Exchange(this, call, message);
        if (!sends) {
            exchange.receives(message);
        }
        RequestSlot slot = exchange.begin();
        return exchange.started(
                Mpi.ibcast(message.address(), message.elements(), message.type(), root, handle(), slot));
    }

    private void bcastObjects(Object buf, int offset, int count, Datatype type, int root) {
        locate("Bcast");
        Check.root("Bcast", root, Size());
        boolean sends = Rank() == root;
        Place place = sends ? Place.read("Bcast", "buf", buf, type) : new Place("Bcast", "buf", buf, type);
        place.check(offset, count);
        byte[] got = bytes.bcast(
                "Bcast", sends ? () -> ObjectCodec.write("Bcast", place.buf(), offset, count, type) : null, root);
        if (!sends) {
            ObjectCodec.read("Bcast", got, place.buf(), offset, count, type);
        }
    }

    /**
     * Puts the elements of all ranks one behind the other, in the order of the ranks, into the root's receive buffer.
     *
     * @param sendbuf what this rank gives: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type that this rank gives
     * @param sendtype what the send buffer holds
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer; meaningful at the root alone
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank; meaningful at the root alone
     * @param recvtype what the receive buffer holds, of the same base type
     * @param root its rank, the same one at every rank
     */
    public void Gather(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
        if (isObject(sendtype)) {
            gatherObjects("Gather", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset,
                    equal(recvcount), steps(recvcount), recvtype, root);
        } else {
            gather("Gather", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root)
                    .Wait();
        }
    }

    /**
     * Starts a {@link #Gather}, of a primitive base type; the buffers must be left alone until the request is complete.
     *
     * @param sendbuf what this rank gives: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type that this rank gives
     * @param sendtype what the send buffer holds
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer; meaningful at the root alone
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank; meaningful at the root alone
     * @param recvtype what the receive buffer holds, of the same base type
     * @param root its rank, the same one at every rank
     * @return a request, to be completed by one of its waits or tests
     */
    public Request Igather(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
        primitive("Igather", sendtype);
        return gather("Igather", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype,
                root);
    }

    private Request gather(
            String call, Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
        locate(call);
        Check.root(call, root, Size());
        Message out = Message.outgoing(new Place(call, "sendbuf", sendbuf, sendtype), sendoffset, sendcount);
        Exchange exchange = new Exchange(this, call, out);
        Parts in = Rank() == root
                ? exchange.receives(Parts.equal(
                        call, new Place(call, "recvbuf", recvbuf, recvtype), recvoffset, recvcount, Size()))
                : null;
        RequestSlot slot = exchange.begin();
        return exchange.started(in != null
                ? Mpi.igather(out.address(), out.elements(), out.type(), in.address(), in.elements(), in.type(), root,
                        handle(), slot)
                : Mpi.igather(out.address(), out.elements(), out.type(), 0, 0, out.type(), root, handle(), slot));
    }

    /**
     * As {@link #Gather}, with a number of elements, and a place for them, for each rank.
     *
     * @param sendbuf what this rank gives: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type that this rank gives
     * @param sendtype what the send buffer holds
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer; meaningful at the root alone
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank, by rank; meaningful at the root alone
     * @param displs where the piece of each rank begins, in extents of the receive type from recvoffset on; meaningful
     *     at the root alone
     * @param recvtype what the receive buffer holds, of the same base type
     * @param root its rank, the same one at every rank
     */
    public void Gatherv(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int[] recvcount, int[] displs, Datatype recvtype, int root) {
        if (isObject(sendtype)) {
            gatherObjects("Gatherv", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, displs,
                    recvtype, root);
        } else {
            gatherv("Gatherv", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, displs,
                    recvtype,
                    root)
                    .Wait();
        }
    }

    /**
     * Starts a {@link #Gatherv}, of a primitive base type; the buffers must be left alone until the request is
     * complete.
     *
     * @param sendbuf what this rank gives: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type that this rank gives
     * @param sendtype what the send buffer holds
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer; meaningful at the root alone
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank, by rank; meaningful at the root alone
     * @param displs where the piece of each rank begins, in extents of the receive type from recvoffset on; meaningful
     *     at the root alone
     * @param recvtype what the receive buffer holds, of the same base type
     * @param root its rank, the same one at every rank
     * @return a request, to be completed by one of its waits or tests
     */
    public Request Igatherv(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int[] recvcount, int[] displs, Datatype recvtype, int root) {
        primitive("Igatherv", sendtype);
        return gatherv("Igatherv", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, displs,
                recvtype, root);
    }

    private Request gatherv(
            String call, Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int[] recvcount, int[] displs, Datatype recvtype, int root) {
        locate(call);
        Check.root(call, root, Size());
        Message out = Message.outgoing(new Place(call, "sendbuf", sendbuf, sendtype), sendoffset, sendcount);
        Exchange exchange = new Exchange(this, call, out);
        Parts in = Rank() == root
                ? exchange.receives(
                        Parts.of(call, new Place(call, "recvbuf", recvbuf, recvtype), recvoffset, recvcount, displs,
                                Size()))
                : null;
        long counts = in == null ? 0 : exchange.kept(in.nativeCounts());
        long displacements = in == null ? 0 : exchange.kept(in.nativeDisplacements());
        RequestSlot slot = exchange.begin();
        return exchange.started(Mpi.igatherv(out.address(), out.elements(), out.type(), in == null ? 0 : in.address(),
                counts, displacements, in == null ? out.type() : in.type(), root, handle(), slot));
    }

    private void gatherObjects(
            String call, Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int[] recvcount, int[] displs, Datatype recvtype, int root) {
        locate(call);
        Check.root(call, root, Size());
        byte[][] all = bytes.gather(call, writer(call, sendbuf, sendoffset, sendcount, sendtype), root);
        if (Rank() == root) {
            readParts(call, all, recvbuf, recvoffset, recvcount, displs, recvtype);
        }
    }

    private static Supplier<byte[]> writer(String call, Object sendbuf, int offset, int count, Datatype type) {
        Place place = Place.read(call, "sendbuf", sendbuf, type).check(offset, count);
        return () -> ObjectCodec.write(call, place.buf(), offset, count, type);
    }

    private void readParts(
            String call, byte[][] parts, Object recvbuf, int recvoffset, int[] recvcount, int[] displs, Datatype type) {
        Place place = new Place(call, "recvbuf", recvbuf, type).checkPieces(recvcount, displs, Size());
        for (int i = 0; i < parts.length; i++) {
            int offset = place.piece(recvoffset, i, recvcount[i], displs[i]);
            ObjectCodec.read(call, parts[i], place.buf(), offset, recvcount[i], type);
        }
    }

    private Supplier<byte[][]> partsWriter(
            String call, Object sendbuf, int sendoffset, int[] sendcount, int[] displs, Datatype type) {
        Place place = Place.read(call, "sendbuf", sendbuf, type).checkPieces(sendcount, displs, Size());
        int[] offsets = new int[Size()];
        Arrays.setAll(offsets, i -> place.piece(sendoffset, i, sendcount[i], displs[i]));
        return () -> {
            byte[][] parts = new byte[offsets.length][];
            Arrays.setAll(parts, i -> ObjectCodec.write(call, place.buf(), offsets[i], sendcount[i], type));
            return parts;
        };
    }

    private int[] equal(int count) {
        int[] counts = new int[Size()];
        Arrays.fill(counts, count);
        return counts;
    }

    private int[] steps(int count) {
        int[] displs = new int[Size()];
        Arrays.setAll(displs, i -> i * count);
        return displs;
    }

    /**
     * Gives each rank its piece of what the root has.
     *
     * @param sendbuf the pieces of all ranks: an array or a java.nio buffer; meaningful at the root alone
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type for each rank; meaningful at the root alone
     * @param sendtype what the send buffer holds
     * @param recvbuf where this rank's piece goes: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type
     * @param recvtype what the receive buffer holds, of the same base type
     * @param root its rank, the same one at every rank
     */
    public void Scatter(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
        if (isObject(recvtype)) {
            scatterObjects("Scatter", sendbuf, sendoffset, equal(sendcount), steps(sendcount), sendtype, recvbuf,
                    recvoffset, recvcount, recvtype, root);
        } else {
            scatter("Scatter", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root)
                    .Wait();
        }
    }

    /**
     * Starts a {@link #Scatter}, of a primitive base type; the buffers must be left alone until the request is
     * complete.
     *
     * @param sendbuf the pieces of all ranks: an array or a java.nio buffer; meaningful at the root alone
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type for each rank; meaningful at the root alone
     * @param sendtype what the send buffer holds
     * @param recvbuf where this rank's piece goes: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type
     * @param recvtype what the receive buffer holds, of the same base type
     * @param root its rank, the same one at every rank
     * @return a request, to be completed by one of its waits or tests
     */
    public Request Iscatter(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
        primitive("Iscatter", recvtype);
        return scatter(
                "Iscatter", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root);
    }

    private Request scatter(
            String call, Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
        locate(call);
        Check.root(call, root, Size());
        Exchange exchange = new Exchange(this, call);
        Parts out = Rank() == root
                ? exchange.sends(Parts.equal(call, new Place(call, "sendbuf", sendbuf, sendtype), sendoffset, sendcount,
                        Size()))
                : null;
        Message in = Message.leaving(new Place(call, "recvbuf", recvbuf, recvtype), recvoffset, recvcount);
        exchange.keeps(in).receives(in);
        RequestSlot slot = exchange.begin();
        return exchange.started(out != null
                ? Mpi.iscatter(out.address(), out.elements(), out.type(), in.address(), in.elements(), in.type(), root,
                        handle(), slot)
                : Mpi.iscatter(0, 0, in.type(), in.address(), in.elements(), in.type(), root, handle(), slot));
    }

    /**
     * As {@link #Scatter}, with a number of elements, and a place of them, for each rank.
     *
     * @param sendbuf the pieces of all ranks: an array or a java.nio buffer; meaningful at the root alone
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type for each rank, by rank; meaningful at the root alone
     * @param displs where the piece of each rank begins, in extents of the send type from sendoffset on; meaningful at
     *     the root alone
     * @param sendtype what the send buffer holds
     * @param recvbuf where this rank's piece goes: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type
     * @param recvtype what the receive buffer holds, of the same base type
     * @param root its rank, the same one at every rank
     */
    public void Scatterv(
            Object sendbuf, int sendoffset, int[] sendcount, int[] displs, Datatype sendtype,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
        if (isObject(recvtype)) {
            scatterObjects("Scatterv", sendbuf, sendoffset, sendcount, displs, sendtype, recvbuf, recvoffset, recvcount,
                    recvtype, root);
        } else {
            scatterv("Scatterv", sendbuf, sendoffset, sendcount, displs, sendtype, recvbuf, recvoffset, recvcount,
                    recvtype, root)
                    .Wait();
        }
    }

    /**
     * Starts a {@link #Scatterv}, of a primitive base type; the buffers must be left alone until the request is
     * complete.
     *
     * @param sendbuf the pieces of all ranks: an array or a java.nio buffer; meaningful at the root alone
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type for each rank, by rank; meaningful at the root alone
     * @param displs where the piece of each rank begins, in extents of the send type from sendoffset on; meaningful at
     *     the root alone
     * @param sendtype what the send buffer holds
     * @param recvbuf where this rank's piece goes: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type
     * @param recvtype what the receive buffer holds, of the same base type
     * @param root its rank, the same one at every rank
     * @return a request, to be completed by one of its waits or tests
     */
    public Request Iscatterv(
            Object sendbuf, int sendoffset, int[] sendcount, int[] displs, Datatype sendtype,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
        primitive("Iscatterv", recvtype);
        return scatterv("Iscatterv", sendbuf, sendoffset, sendcount, displs, sendtype, recvbuf, recvoffset, recvcount,
                recvtype, root);
    }

    private Request scatterv(
            String call, Object sendbuf, int sendoffset, int[] sendcount, int[] displs, Datatype sendtype,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
        locate(call);
        Check.root(call, root, Size());
        Exchange exchange = new Exchange(this, call);
        Parts out = Rank() == root
                ? exchange.sends(
                        Parts.of(call, new Place(call, "sendbuf", sendbuf, sendtype), sendoffset, sendcount, displs,
                                Size()))
                : null;
        Message in = Message.leaving(new Place(call, "recvbuf", recvbuf, recvtype), recvoffset, recvcount);
        exchange.keeps(in).receives(in);
        long counts = out == null ? 0 : exchange.kept(out.nativeCounts());
        long displacements = out == null ? 0 : exchange.kept(out.nativeDisplacements());
        RequestSlot slot = exchange.begin();
        return exchange.started(Mpi.iscatterv(out == null ? 0 : out.address(), counts, displacements,
                out == null ? in.type() : out.type(), in.address(), in.elements(), in.type(), root, handle(), slot));
    }

    private void scatterObjects(
            String call, Object sendbuf, int sendoffset, int[] sendcount, int[] displs, Datatype sendtype,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
        locate(call);
        Check.root(call, root, Size());
        Supplier<byte[][]> parts =
                Rank() == root ? partsWriter(call, sendbuf, sendoffset, sendcount, displs, sendtype) : null;
        Place place = new Place(call, "recvbuf", recvbuf, recvtype).check(recvoffset, recvcount);
        ObjectCodec.read(call, bytes.scatter(call, parts, root), place.buf(), recvoffset, recvcount, recvtype);
    }

    /**
     * As {@link #Gather}, for every rank.
     *
     * @param sendbuf what this rank gives: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type that this rank gives
     * @param sendtype what the send buffer holds
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank
     * @param recvtype what the receive buffer holds, of the same base type
     */
    public void Allgather(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype) {
        if (isObject(sendtype)) {
            allgatherObjects("Allgather", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset,
                    equal(recvcount), steps(recvcount), recvtype);
        } else {
            allgather("Allgather", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype)
                    .Wait();
        }
    }

    /**
     * Starts a {@link #Allgather}, of a primitive base type; the buffers must be left alone until the request is
     * complete.
     *
     * @param sendbuf what this rank gives: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type that this rank gives
     * @param sendtype what the send buffer holds
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank
     * @param recvtype what the receive buffer holds, of the same base type
     * @return a request, to be completed by one of its waits or tests
     */
    public Request Iallgather(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype) {
        primitive("Iallgather", sendtype);
        return allgather("Iallgather", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount,
                recvtype);
    }

    private Request allgather(
            String call, Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype) {
        locate(call);
        Message out = Message.outgoing(new Place(call, "sendbuf", sendbuf, sendtype), sendoffset, sendcount);
        Exchange exchange = new Exchange(this, call, out);
        Parts in = exchange.receives(
                Parts.equal(call, new Place(call, "recvbuf", recvbuf, recvtype), recvoffset, recvcount, Size()));
        RequestSlot slot = exchange.begin();
        return exchange.started(Mpi.iallgather(out.address(), out.elements(), out.type(), in.address(), in.elements(),
                in.type(), handle(), slot));
    }

    /**
     * As {@link #Gatherv}, for every rank.
     *
     * @param sendbuf what this rank gives: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type that this rank gives
     * @param sendtype what the send buffer holds
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank, by rank
     * @param displs where the piece of each rank begins, in extents of the receive type from recvoffset on
     * @param recvtype what the receive buffer holds, of the same base type
     */
    public void Allgatherv(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int[] recvcount, int[] displs, Datatype recvtype) {
        if (isObject(sendtype)) {
            allgatherObjects("Allgatherv", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount,
                    displs, recvtype);
        } else {
            allgatherv("Allgatherv", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, displs,
                    recvtype)
                    .Wait();
        }
    }

    /**
     * Starts a {@link #Allgatherv}, of a primitive base type; the buffers must be left alone until the request is
     * complete.
     *
     * @param sendbuf what this rank gives: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type that this rank gives
     * @param sendtype what the send buffer holds
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank, by rank
     * @param displs where the piece of each rank begins, in extents of the receive type from recvoffset on
     * @param recvtype what the receive buffer holds, of the same base type
     * @return a request, to be completed by one of its waits or tests
     */
    public Request Iallgatherv(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int[] recvcount, int[] displs, Datatype recvtype) {
        primitive("Iallgatherv", sendtype);
        return allgatherv("Iallgatherv", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount,
                displs,
                recvtype);
    }

    private Request allgatherv(
            String call, Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int[] recvcount, int[] displs, Datatype recvtype) {
        locate(call);
        Message out = Message.outgoing(new Place(call, "sendbuf", sendbuf, sendtype), sendoffset, sendcount);
        Exchange exchange = new Exchange(this, call, out);
        Parts in = exchange.receives(
                Parts.of(call, new Place(call, "recvbuf", recvbuf, recvtype), recvoffset, recvcount, displs, Size()));
        long counts = exchange.kept(in.nativeCounts());
        long displacements = exchange.kept(in.nativeDisplacements());
        RequestSlot slot = exchange.begin();
        return exchange.started(Mpi.iallgatherv(out.address(), out.elements(), out.type(), in.address(), counts,
                displacements, in.type(), handle(), slot));
    }

    private void allgatherObjects(
            String call, Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int[] recvcount, int[] displs, Datatype recvtype) {
        locate(call);
        byte[][] all = bytes.allgather(call, writer(call, sendbuf, sendoffset, sendcount, sendtype));
        readParts(call, all, recvbuf, recvoffset, recvcount, displs, recvtype);
    }

    /**
     * Sends a piece to each rank, and receives one from each.
     *
     * @param sendbuf the pieces for all ranks: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type for each rank
     * @param sendtype what the send buffer holds
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank
     * @param recvtype what the receive buffer holds, of the same base type
     */
    public void Alltoall(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype) {
        if (isObject(sendtype)) {
            alltoallObjects("Alltoall", sendbuf, sendoffset, equal(sendcount), steps(sendcount), sendtype, recvbuf,
                    recvoffset, equal(recvcount), steps(recvcount), recvtype);
        } else {
            alltoall("Alltoall", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype)
                    .Wait();
        }
    }

    /**
     * Starts a {@link #Alltoall}, of a primitive base type; the buffers must be left alone until the request is
     * complete.
     *
     * @param sendbuf the pieces for all ranks: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type for each rank
     * @param sendtype what the send buffer holds
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank
     * @param recvtype what the receive buffer holds, of the same base type
     * @return a request, to be completed by one of its waits or tests
     */
    public Request Ialltoall(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype) {
        primitive("Ialltoall", sendtype);
        return alltoall("Ialltoall", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount,
                recvtype);
    }

    private Request alltoall(
            String call, Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype) {
        locate(call);
        Exchange exchange = new Exchange(this, call);
        Parts out = exchange.sends(
                Parts.equal(call, new Place(call, "sendbuf", sendbuf, sendtype), sendoffset, sendcount, Size()));
        Parts in = exchange.receives(
                Parts.equal(call, new Place(call, "recvbuf", recvbuf, recvtype), recvoffset, recvcount, Size()));
        RequestSlot slot = exchange.begin();
        return exchange.started(Mpi.ialltoall(out.address(), out.elements(), out.type(), in.address(), in.elements(),
                in.type(), handle(), slot));
    }

    /**
     * As {@link #Alltoall}, with a number of elements, and a place for them, for each rank.
     *
     * @param sendbuf the pieces for all ranks: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type for each rank, by rank
     * @param sdispls where the piece for each rank begins, in extents of the send type from sendoffset on
     * @param sendtype what the send buffer holds
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank, by rank
     * @param rdispls where the piece of each rank begins, in extents of the receive type from recvoffset on
     * @param recvtype what the receive buffer holds, of the same base type
     */
    public void Alltoallv(
            Object sendbuf, int sendoffset, int[] sendcount, int[] sdispls, Datatype sendtype,
            Object recvbuf, int recvoffset, int[] recvcount, int[] rdispls, Datatype recvtype) {
        if (isObject(sendtype)) {
            alltoallObjects("Alltoallv", sendbuf, sendoffset, sendcount, sdispls, sendtype, recvbuf, recvoffset,
                    recvcount, rdispls, recvtype);
        } else {
            alltoallv("Alltoallv", sendbuf, sendoffset, sendcount, sdispls, sendtype, recvbuf, recvoffset, recvcount,
                    rdispls, recvtype)
                    .Wait();
        }
    }

    /**
     * Starts a {@link #Alltoallv}, of a primitive base type; the buffers must be left alone until the request is
     * complete.
     *
     * @param sendbuf the pieces for all ranks: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type for each rank, by rank
     * @param sdispls where the piece for each rank begins, in extents of the send type from sendoffset on
     * @param sendtype what the send buffer holds
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank, by rank
     * @param rdispls where the piece of each rank begins, in extents of the receive type from recvoffset on
     * @param recvtype what the receive buffer holds, of the same base type
     * @return a request, to be completed by one of its waits or tests
     */
    public Request Ialltoallv(
            Object sendbuf, int sendoffset, int[] sendcount, int[] sdispls, Datatype sendtype,
            Object recvbuf, int recvoffset, int[] recvcount, int[] rdispls, Datatype recvtype) {
        primitive("Ialltoallv", sendtype);
        return alltoallv("Ialltoallv", sendbuf, sendoffset, sendcount, sdispls, sendtype, recvbuf, recvoffset,
                recvcount,
                rdispls, recvtype);
    }

    private Request alltoallv(
            String call, Object sendbuf, int sendoffset, int[] sendcount, int[] sdispls, Datatype sendtype,
            Object recvbuf, int recvoffset, int[] recvcount, int[] rdispls, Datatype recvtype) {
        locate(call);
        Exchange exchange = new Exchange(this, call);
        Parts out = exchange.sends(
                Parts.of(call, new Place(call, "sendbuf", sendbuf, sendtype), sendoffset, sendcount, sdispls, Size()));
        Parts in = exchange.receives(
                Parts.of(call, new Place(call, "recvbuf", recvbuf, recvtype), recvoffset, recvcount, rdispls, Size()));
        long sendcounts = exchange.kept(out.nativeCounts());
        long senddispls = exchange.kept(out.nativeDisplacements());
        long recvcounts = exchange.kept(in.nativeCounts());
        long recvdispls = exchange.kept(in.nativeDisplacements());
        RequestSlot slot = exchange.begin();
        return exchange.started(Mpi.ialltoallv(out.address(), sendcounts, senddispls, out.type(), in.address(),
                recvcounts,
                recvdispls, in.type(), handle(), slot));
    }

    private void alltoallObjects(
            String call, Object sendbuf, int sendoffset, int[] sendcount, int[] sdispls, Datatype sendtype,
            Object recvbuf, int recvoffset, int[] recvcount, int[] rdispls, Datatype recvtype) {
        locate(call);
        Supplier<byte[][]> parts = partsWriter(call, sendbuf, sendoffset, sendcount, sdispls, sendtype);
        readParts(call, bytes.alltoall(call, parts), recvbuf, recvoffset, recvcount, rdispls, recvtype);
    }

    /**
     * Combines the elements of all ranks, position by position, into the receive buffer of the root.
     *
     * @param sendbuf what this rank gives: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param recvbuf where the result goes: an array or a java.nio buffer; meaningful at the root alone
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param count copies of the datatype, the same number at every rank
     * @param datatype what both buffers hold
     * @param op a predefined operation, or one of the program's own; the same at every rank
     * @param root its rank, the same one at every rank
     */
    public void Reduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op,
            int root) {
        if (isFunction("Reduce", op, datatype)) {
            locate("Reduce");
            Check.root("Reduce", root, Size());
            Contributions sent = new Contributions("Reduce", sendbuf, sendoffset, count, datatype);
            byte[][] all = bytes.gather("Reduce", sent::written, root);
            if (Rank() == root) {
                sent.combine(all, Size(), op).into(recvbuf, recvoffset, count);
            }
        } else {
            reduce("Reduce", sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op, root).Wait();
        }
    }

    /**
     * Starts a {@link #Reduce} by a predefined operation; the buffers must be left alone until the request is complete.
     *
     * @param sendbuf what this rank gives: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param recvbuf where the result goes: an array or a java.nio buffer; meaningful at the root alone
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param count copies of the datatype, the same number at every rank
     * @param datatype what both buffers hold
     * @param op a predefined operation of numbers, the same at every rank
     * @param root its rank, the same one at every rank
     * @return a request, to be completed by one of its waits or tests
     */
    public Request Ireduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op,
            int root) {
        predefined("Ireduce", op, datatype);
        return reduce("Ireduce", sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op, root);
    }

    private Request reduce(
            String call, Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype,
            Op op,
            int root) {
        locate(call);
        Check.root(call, root, Size());
        Message out = Message.outgoing(new Place(call, "sendbuf", sendbuf, datatype), sendoffset, count);
        Exchange exchange = new Exchange(this, call, out);
        long in = 0;
        if (Rank() == root) {
            Message message = Message.incoming(new Place(call, "recvbuf", recvbuf, datatype), recvoffset, count);
            exchange.keeps(message).receives(message);
            in = message.address();
        }
        RequestSlot slot = exchange.begin();
        return exchange.started(
                Mpi.ireduce(out.address(), in, out.elements(), out.type(), op.handle(datatype), root, handle(), slot));
    }

    /**
     * Combines the elements of all ranks, position by position, into the receive buffer of every rank.
     *
     * @param sendbuf what this rank gives: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param recvbuf where the result goes: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param count copies of the datatype, the same number at every rank
     * @param datatype what both buffers hold
     * @param op a predefined operation, or one of the program's own; the same at every rank
     */
    public void Allreduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        if (isFunction("Allreduce", op, datatype)) {
            locate("Allreduce");
            Contributions sent = new Contributions("Allreduce", sendbuf, sendoffset, count, datatype);
            sent.combine(bytes.allgather("Allreduce", sent::written), Size(), op).into(recvbuf, recvoffset, count);
        } else {
            allreduce("Allreduce", sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op).Wait();
        }
    }

    /**
     * Starts a {@link #Allreduce} by a predefined operation; the buffers must be left alone until the request is
     * complete.
     *
     * @param sendbuf what this rank gives: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param recvbuf where the result goes: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param count copies of the datatype, the same number at every rank
     * @param datatype what both buffers hold
     * @param op a predefined operation of numbers, the same at every rank
     * @return a request, to be completed by one of its waits or tests
     */
    public Request Iallreduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        predefined("Iallreduce", op, datatype);
        return allreduce("Iallreduce", sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op);
    }

    private Request allreduce(
            String call, Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype,
            Op op) {
        locate(call);
        Message out = Message.outgoing(new Place(call, "sendbuf", sendbuf, datatype), sendoffset, count);
        Message in = Message.incoming(new Place(call, "recvbuf", recvbuf, datatype), recvoffset, count);
        Exchange exchange = new Exchange(this, call, out).keeps(in).receives(in);
        RequestSlot slot = exchange.begin();
        return exchange.started(
                Mpi.iallreduce(out.address(), in.address(), out.elements(), out.type(), op.handle(datatype), handle(),
                        slot));
    }

    /**
     * As {@link #Reduce} of the elements of all pieces, of which each rank gets its own.
     *
     * @param sendbuf the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param recvbuf where this rank's piece of the result goes: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcounts copies of the datatype in the result of each rank, by rank; the same at every rank
     * @param datatype what both buffers hold
     * @param op a predefined operation, or one of the program's own; the same at every rank
     */
    public void Reduce_scatter(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int[] recvcounts, Datatype datatype,
            Op op) {
        locate("Reduce_scatter");
        Check.operation("Reduce_scatter", op, datatype);
        Check.length("Reduce_scatter", "recvcounts", recvcounts, Size());
        int all = 0;
        int before = 0;
        for (int i = 0; i < Size(); i++) {
            Check.argument("Reduce_scatter", recvcounts[i] >= 0, "recvcounts[" + i + "]", recvcounts[i], "0 or more");
            Check.argument("Reduce_scatter", recvcounts[i] <= Integer.MAX_VALUE - all, "recvcounts[" + i + "]",
                    recvcounts[i], "at most " + Integer.MAX_VALUE + " together");
            before += i < Rank() ? recvcounts[i] : 0;
            all += recvcounts[i];
        }
        int own = recvcounts[Rank()];
        if (isFunction("Reduce_scatter", op, datatype)) {
            Contributions sent = new Contributions("Reduce_scatter", sendbuf, sendoffset, all, datatype);
            sent.combine(bytes.allgather("Reduce_scatter", sent::written), Size(), op).into(before, recvbuf, recvoffset,
                    own);
            return;
        }
        Message out = Message.outgoing(new Place("Reduce_scatter", "sendbuf", sendbuf, datatype), sendoffset, all);
        Message in = Message.incoming(new Place("Reduce_scatter", "recvbuf", recvbuf, datatype), recvoffset, own);
        Exchange exchange = new Exchange(this, "Reduce_scatter", out).keeps(in).receives(in);
        int[] elements = new int[Size()];
        Arrays.setAll(elements, i -> (int) datatype.elements(recvcounts[i]));
        long counts = exchange.kept(ints(elements));
        RequestSlot slot = exchange.begin();
        exchange.started(Mpi.ireduceScatter(
                out.address(), in.address(), counts, out.type(), op.handle(datatype), handle(), slot))
                .Wait();
    }

    /**
     * Combines what one buffer of this rank holds into another.
     *
     * @param inbuf an array or a java.nio buffer of the base type
     * @param inoutbuf what is combined with it, and where the result goes
     * @param count copies of the datatype
     * @param datatype what both buffers hold
     * @param op a predefined operation, or one of the program's own
     */
    public void Reduce_local(Object inbuf, Object inoutbuf, int count, Datatype datatype, Op op) {
        Check.running("Reduce_local");
        Check.operation("Reduce_local", op, datatype);
        Place in = Place.read("Reduce_local", "inbuf", inbuf, datatype).check(0, count);
        op.Call(in.buf(), 0, inoutbuf, 0, count, datatype);
    }

    /**
     * Combines the elements of the ranks up to each one, into its receive buffer.
     *
     * @param sendbuf what this rank gives: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param recvbuf where the result goes: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param count copies of the datatype, the same number at every rank
     * @param datatype what both buffers hold
     * @param op a predefined operation, or one of the program's own; the same at every rank
     */
    public void Scan(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        locate("Scan");
        if (isFunction("Scan", op, datatype)) {
            Contributions sent = new Contributions("Scan", sendbuf, sendoffset, count, datatype);
            sent.combine(bytes.allgather("Scan", sent::written), Rank() + 1, op).into(recvbuf, recvoffset, count);
            return;
        }
        Message out = Message.outgoing(new Place("Scan", "sendbuf", sendbuf, datatype), sendoffset, count);
        Message in = Message.incoming(new Place("Scan", "recvbuf", recvbuf, datatype), recvoffset, count);
        Exchange exchange = new Exchange(this, "Scan", out).keeps(in).receives(in);
        RequestSlot slot = exchange.begin();
        exchange.started(Mpi.iscan(
                out.address(), in.address(), out.elements(), out.type(), op.handle(datatype), handle(), slot))
                .Wait();
    }

    private static boolean isObject(Datatype type) {
        return type != null && type.isObject();
    }

    /** Whether the reduction is computed in Java, once it is known to be defined. */
    private static boolean isFunction(String call, Op op, Datatype datatype) {
        Check.argument(call, datatype != null, "datatype", "null", "a datatype");
        Check.operation(call, op, datatype);
        return op.isFunction();
    }

    private static void predefined(String call, Op op, Datatype datatype) {
        Check.argument(call, !isFunction(call, op, datatype), "op", op,
                "a predefined operation of numbers; the blocking form takes any");
    }

    private static void primitive(String call, Datatype type) {
        Check.argument(call, !isObject(type), "datatype", type,
                "a primitive base type; the blocking form takes objects");
    }
}
