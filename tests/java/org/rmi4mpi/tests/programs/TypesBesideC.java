package org.rmi4mpi.tests.programs;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.File;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * Makes random datatypes, and compares each with what types.c says of the same one: bounds, and the bytes that are packed,
 * sent, received, gathered and put. It also writes files by them. Where mpiJava can make the same datatype, its spelling is compared, too.
 */
public final class TypesBesideC {
    private static final int END = -2;
    private static final int USE = -1;
    private static final int BASIC = 0;
    private static final int CONTIGUOUS = 1;
    private static final int VECTOR = 2;
    private static final int HVECTOR = 3;
    private static final int INDEXED = 4;
    private static final int HINDEXED = 5;
    private static final int STRUCT = 6;
    private static final int RESIZED = 7;
    private static final Datatype[] BASICS =
            {MPI.BYTE, MPI.SHORT, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE, MPI.DOUBLE_INT};
    /** A message holds this many bytes at most, and reaches this far. */
    private static final int LARGEST = 4000;
    private static final byte FOUND = 0x5a;

    private final Random random;
    private final long seed;
    private final int peer = 1 - MPI.COMM_WORLD.getRank();
    private final List<Node> nodes = new ArrayList<>();
    private final Path folder;

    /** How a datatype is made, what C says of it, and where its bytes are. */
    private static final class Node {
        private final int[] words;
        private Datatype type;
        /** In the spelling of mpiJava; null where it has none. */
        private Datatype elements;
        /** The index of the base type; -1 for several. */
        private int base;
        private boolean isMarked;
        private int size;
        private int lb;
        private int extent;
        private int trueLb;
        private int trueExtent;
        /** The displacement of each byte, in the order of a message. */
        private int[] map;

        Node(int... words) {
            this.words = words;
        }

        void setBounds(long[] bounds) {
            size = (int) bounds[0];
            lb = (int) bounds[1];
            extent = (int) bounds[2];
            trueLb = (int) bounds[3];
            trueExtent = (int) bounds[4];
        }

        int[] copies(int count, int displacement) {
            return IntStream.range(0, count)
                    .flatMap(i -> Arrays.stream(map).map(at -> displacement + i * extent + at)).toArray();
        }
    }

    private TypesBesideC(long seed, Path folder) {
        this.random = new Random(seed);
        this.seed = seed;
        this.folder = folder;
    }

    /** @param args number of datatypes, optionally the seed of another run */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Path folder = Files.createTempDirectory("types");
        long seed = args.length > 1 ? Long.parseLong(args[1]) : System.nanoTime() % 1_000_000_000;
        System.out.println("types beside C: seed " + seed);
        int count = Integer.parseInt(args[0]);
        for (int i = 0; i < count; i++) {
            new TypesBesideC(seed + i, folder).run();
        }
        MPI.COMM_WORLD.send(new int[] {END}, 1, MPI.INT, 1 - MPI.COMM_WORLD.getRank(), 0);
        Files.delete(folder);
        System.out.println("types beside C: " + count + " as expected");
        MPI.Finalize();
    }

    private void check(boolean holds, String what) {
        if (!holds) {
            StringBuilder recipes = new StringBuilder();
            for (Node node : nodes) {
                recipes.append("\n  ").append(Arrays.toString(node.words)).append(" size ").append(node.size)
                        .append(" lb ").append(node.lb).append(" extent ").append(node.extent).append(" true lb ")
                        .append(node.trueLb).append(" true extent ").append(node.trueExtent);
            }
            throw new IllegalStateException("seed " + seed + ": " + what + ", not as in C" + recipes);
        }
    }

    private void run() throws MPIException, IOException {
        int basics = 1 + random.nextInt(3);
        for (int i = 0; i < basics; i++) {
            int which = random.nextInt(BASICS.length);
            Node node = new Node(BASIC, which);
            node.type = BASICS[which];
            node.elements = BASICS[which];
            node.base = which;
            compare(node);
            node.map = which == 6 ? IntStream.range(0, 12).toArray() : IntStream.range(0, node.size).toArray();
        }
        for (int left = 1 + random.nextInt(4); left > 0; left--) {
            Node node = derived();
            boolean isSmall = node.map.length <= LARGEST && Math.abs(node.extent) <= LARGEST
                    && Arrays.stream(node.map).allMatch(at -> Math.abs(at) <= LARGEST);
            left = isSmall ? left : 1;
        }
        use(nodes.get(nodes.size() - 1), random.nextInt(4));
    }

    /** Asks C for the bounds of a new datatype, and compares them. */
    private void compare(Node node) throws MPIException {
        nodes.add(node);
        MPI.COMM_WORLD.send(node.words, node.words.length, MPI.INT, peer, 0);
        long[] bounds = new long[5];
        MPI.COMM_WORLD.recv(bounds, 5, MPI.LONG, peer, 1);
        node.setBounds(bounds);
        compare(node, node.type);
        if (node.elements != null) {
            compare(node, node.elements);
        }
    }

    private void compare(Node node, Datatype type) throws MPIException {
        check(type.getSize() == node.size, "size " + type.getSize() + " of " + type);
        check(type.getLb() == node.lb, "lower bound " + type.getLb() + " of " + type);
        check(type.getExtent() == node.extent, "extent " + type.getExtent() + " of " + type);
        if (node.size > 0) {
            check(type.getTrueLb() == node.trueLb, "true lower bound " + type.getTrueLb() + " of " + type);
            check(type.getTrueExtent() == node.trueExtent, "true extent " + type.getTrueExtent() + " of " + type);
        }
    }

    private int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    private int[] several(int count, int least, int most, int unit) {
        return IntStream.range(0, count).map(i -> unit * between(least, most)).toArray();
    }

    /** In bytes: multiples of a base type, or any. */
    private int unit(Node child) {
        return random.nextBoolean() && child.base >= 0 ? elementSize(child) : 1;
    }

    private static int elementSize(Node child) {
        return child.base == 6 ? 1 : new int[] {1, 2, 4, 8, 4, 8}[child.base];
    }

    private static int[] divided(int[] bytes, int unit) {
        return Arrays.stream(bytes).map(b -> b / unit).toArray();
    }

    private static boolean areMultiples(int unit, int... bytes) {
        return Arrays.stream(bytes).allMatch(b -> b % unit == 0);
    }

    /** The parts for a new datatype. Open MPI 4.1 packs too little where a part without bytes is among them. */
    private int[] withBytes() {
        return IntStream.range(0, nodes.size()).filter(i -> nodes.get(i).size > 0).toArray();
    }

    private Node derived() throws MPIException {
        int[] parts = withBytes();
        int index = parts[random.nextInt(3) == 0 ? random.nextInt(parts.length) : parts.length - 1];
        Node child = nodes.get(index);
        int kind = between(CONTIGUOUS, RESIZED);
        int count = random.nextInt(20) == 0 ? 0 : between(1, 3);
        int length = random.nextInt(20) == 0 ? 0 : between(1, 3);
        int[] lengths = several(count, random.nextInt(10) == 0 ? 0 : 1, 3, 1);
        int unit = unit(child);
        boolean hasElements = child.elements != null && unit > 1 || child.base == 0 && child.elements != null;
        Node node;
        if (kind == CONTIGUOUS) {
            node = new Node(kind, count, index);
            node.type = Datatype.createContiguous(count, child.type);
            node.elements = child.elements == null ? null : Datatype.Contiguous(count, child.elements);
            node.map = child.copies(count, 0);
        } else if (kind == VECTOR || kind == HVECTOR) {
            int step = kind == VECTOR ? child.extent : 1;
            int stride = kind == VECTOR ? between(-3, 5) : unit * between(-10, 10);
            stride = stride * step == -1 ? 0 : stride; // -1 has a meaning of its own within Open MPI
            int bytes = stride * step;
            node = new Node(kind, count, length, stride, index);
            node.type = kind == VECTOR
                    ? Datatype.createVector(count, length, stride, child.type)
                    : Datatype.createHVector(count, length, stride, child.type);
            node.elements = kind == VECTOR && child.elements != null
                    ? Datatype.Vector(count, length, stride, child.elements)
                    : hasElements && kind == HVECTOR
                            ? Datatype.Hvector(count, length, stride / elementSize(child), child.elements)
                    : null;
            node.map = IntStream.range(0, count).flatMap(i -> Arrays.stream(child.copies(length, i * bytes))).toArray();
        } else if (kind == INDEXED || kind == HINDEXED) {
            int step = kind == INDEXED ? child.extent : 1;
            int[] places = kind == INDEXED ? several(count, -3, 5, 1) : several(count, -10, 10, unit);
            node = new Node(words(kind, lengths, places, index));
            node.type = kind == INDEXED
                    ? Datatype.createIndexed(lengths, places, child.type)
                    : Datatype.createHIndexed(lengths, places, child.type);
            node.elements = kind == INDEXED && child.elements != null
                    ? Datatype.Indexed(lengths, places, child.elements)
                    : hasElements && kind == HINDEXED
                            ? Datatype.Hindexed(lengths, divided(places, elementSize(child)), child.elements)
                    : null;
            node.map = IntStream.range(0, count)
                    .flatMap(i -> Arrays.stream(child.copies(lengths[i], places[i] * step))).toArray();
        } else if (kind == STRUCT) {
            return struct(count, lengths, unit);
        } else {
            return resized(index, child, unit);
        }
        node.base = child.base;
        node.isMarked = child.isMarked;
        compare(node);
        return node;
    }

    private Node struct(int count, int[] lengths, int unit) throws MPIException {
        int[] candidates = withBytes();
        int[] parts = Arrays.stream(several(count, 0, candidates.length - 1, 1)).map(i -> candidates[i]).toArray();
        int[] places = several(count, -3, 12, Math.max(unit, random.nextBoolean() ? 8 : 1));
        int[] words = new int[2 + 3 * count];
        words[0] = STRUCT;
        words[1] = count;
        System.arraycopy(lengths, 0, words, 2, count);
        System.arraycopy(places, 0, words, 2 + count, count);
        System.arraycopy(parts, 0, words, 2 + 2 * count, count);
        Node node = new Node(words);
        List<Node> children = Arrays.stream(parts).mapToObj(nodes::get).toList();
        node.type = Datatype.createStruct(lengths, places,
                children.stream().map(child -> child.type).toArray(Datatype[]::new));
        node.base = count > 0 && children.stream().allMatch(child -> child.base == children.get(0).base)
                ? children.get(0).base
                : -1;
        node.isMarked = children.stream().anyMatch(child -> child.isMarked);
        boolean isOfOneBase = node.base >= 0 && children.stream().allMatch(child -> child.elements != null)
                && !node.isMarked && areMultiples(elementSize(children.get(0)), places);
        node.elements = !isOfOneBase ? null
                : Datatype.Struct(lengths, divided(places, elementSize(children.get(0))),
                        children.stream().map(child -> child.elements).toArray(Datatype[]::new));
        node.map = IntStream.range(0, count)
                .flatMap(i -> Arrays.stream(children.get(i).copies(lengths[i], places[i]))).toArray();
        compare(node);
        return node;
    }

    /** Sets the bounds of a datatype, by a call or by marks. */
    private Node resized(int index, Node child, int unit) throws MPIException {
        int lower = unit * between(-5, 5);
        int extent = random.nextInt(4) == 0 ? child.extent : unit * between(-2, 20);
        Node node = new Node(RESIZED, lower, extent, index);
        Datatype[] marked = {MPI.UB, child.type, MPI.LB};
        node.type = child.isMarked || random.nextBoolean()
                ? Datatype.createResized(child.type, lower, extent)
                : Datatype.createStruct(new int[] {1, 1, 1}, new int[] {lower + extent, 0, lower}, marked);
        boolean isInElements = child.elements != null && !child.isMarked
                && areMultiples(elementSize(child), lower, extent);
        if (isInElements) {
            int size = elementSize(child);
            node.elements = Datatype.Struct(new int[] {1, 1, 1}, new int[] {lower / size, 0, (lower + extent) / size},
                    new Datatype[] {MPI.LB, child.elements, MPI.UB});
        }
        node.base = child.base;
        node.isMarked = true;
        node.map = child.map;
        compare(node);
        return node;
    }

    private static int[] words(int kind, int[] lengths, int[] places, int index) {
        int count = lengths.length;
        int[] words = new int[2 + 3 * count];
        Arrays.fill(words, index);
        words[0] = kind;
        words[1] = count;
        System.arraycopy(lengths, 0, words, 2, count);
        System.arraycopy(places, 0, words, 2 + count, count);
        if (count == 0) {
            return new int[] {kind, 0, index};
        }
        return words;
    }

    private ByteBuffer buffer(int length, boolean isDirect) {
        return isDirect ? MPI.newByteBuffer(length) : ByteBuffer.wrap(new byte[length]);
    }

    private static ByteBuffer slice(ByteBuffer buffer, int at) {
        return buffer.isDirect() ? MPI.slice(buffer, at) : MPI.slice(buffer.array(), at);
    }

    private static ByteBuffer filled(ByteBuffer buffer, boolean isFound) {
        for (int i = 0; i < buffer.capacity(); i++) {
            buffer.put(i, isFound ? FOUND : (byte) (i * 7 + i / 256));
        }
        return buffer;
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.capacity()];
        buffer.get(0, bytes);
        return bytes;
    }

    private byte[] received(int length, int tag) throws MPIException {
        byte[] bytes = new byte[length];
        MPI.COMM_WORLD.recv(bytes, length, MPI.BYTE, peer, tag);
        return bytes;
    }

    /** Sends some copies, and gets them. */
    private void use(Node node, int count) throws MPIException, IOException {
        int[] map = node.copies(count, 0);
        int least = Arrays.stream(map).min().orElse(0);
        int origin = 16 * (Math.max(0, -least) / 16 + 1);
        int end = origin + Arrays.stream(map).max().orElse(-1) + 1;
        int length = Math.max(origin + 1, end);
        boolean canReceive = Arrays.stream(map).distinct().count() == map.length;
        // MPICH's files end the job for pairs, and misplace a nested type with bounds of its own, in C as well.
        boolean areFilesRight = MPI.getLibVersion().contains("Open MPI");
        boolean canBeView =
                areFilesRight && canReceive && map.length > 0 && least >= 0 && isAscending(node.map) && node.lb >= 0
                        && node.lb <= node.trueLb && node.trueLb + node.trueExtent <= node.lb + node.extent;
        boolean isDirect = random.nextBoolean();
        ByteBuffer memory = filled(buffer(length, isDirect), false);
        MPI.COMM_WORLD.send(new int[] {USE}, 1, MPI.INT, peer, 0);
        MPI.COMM_WORLD.send(new int[] {length, origin, count, canReceive ? 1 : 0}, 4, MPI.INT, peer,
                1);
        byte[] wanted = received(map.length, 2);
        byte[] expected = new byte[map.length];
        for (int i = 0; i < map.length; i++) {
            expected[i] = memory.get(origin + map[i]);
        }
        check(Arrays.equals(expected, wanted), "the reference");
        pack(node.type, slice(memory, origin), count, wanted);
        MPI.COMM_WORLD.send(slice(memory, origin), count, node.type, peer, 3);
        check(Arrays.equals(received(map.length, 4), wanted), "the bytes that C receives");
        refuse(node, memory, origin, count, map);
        if (canReceive) {
            receive(node, memory, origin, count, wanted);
        }
        if (node.elements != null && node.size > 0) {
            packElements(node, memory, origin, count, wanted);
        }
        if (canBeView) {
            write(node, memory, origin, count);
        }
        nodes.clear();
    }

    private static boolean isAscending(int[] map) {
        return IntStream.range(1, map.length).allMatch(i -> map[i] > map[i - 1]);
    }

    private void pack(Datatype type, ByteBuffer memory, int count, byte[] wanted) throws MPIException {
        byte[] packed = new byte[wanted.length];
        int position = MPI.COMM_WORLD.pack(memory, count, type, packed, 0);
        check(position == wanted.length && Arrays.equals(packed, wanted), "the packed bytes");
        check(MPI.COMM_WORLD.packSize(count, type) == wanted.length, "the packed size");
    }

    /** A buffer that ends a byte too early. */
    private void refuse(Node node, ByteBuffer memory, int origin, int count, int[] map) {
        int end = origin + Arrays.stream(map).max().orElse(-1);
        if (map.length == 0 || end <= origin) {
            return;
        }
        ByteBuffer shorter = filled(buffer(end, memory.isDirect()), false);
        try {
            MPI.COMM_WORLD.pack(slice(shorter, origin), count, node.type, new byte[map.length], 0);
        } catch (MPIException e) {
            return;
        }
        check(false, "a buffer that is too short");
    }

    private void receive(Node node, ByteBuffer memory, int origin, int count, byte[] packed) throws MPIException {
        byte[] wanted = received(memory.capacity(), 5);
        ByteBuffer found = filled(buffer(memory.capacity(), memory.isDirect()), true);
        MPI.COMM_WORLD.recv(slice(found, origin), count, node.type, peer, 6);
        check(Arrays.equals(bytes(found), wanted), "the memory after a receive");
        MPI.COMM_WORLD.send(slice(memory, origin), count, node.type, peer, 7);
        check(Arrays.equals(received(memory.capacity(), 8), wanted), "the memory of C after a receive");
        filled(found, true);
        MPI.COMM_WORLD.unpack(packed, 0, slice(found, origin), count, node.type);
        check(Arrays.equals(bytes(found), wanted), "the memory after unpacking");
        filled(found, true);
        MPI.COMM_SELF.gather(slice(memory, origin), count, node.type, slice(found, origin), count, node.type, 0);
        check(Arrays.equals(bytes(found), wanted), "the memory after a gather");
        if (memory.isDirect()) {
            filled(found, true);
            MPI.COMM_SELF.allToAllw(slice(memory, origin), new int[] {count}, new int[] {0},
                    new Datatype[] {node.type}, slice(found, origin), new int[] {count}, new int[] {0},
                    new Datatype[] {node.type});
            check(Arrays.equals(bytes(found), wanted), "the memory after an exchange");
        }
        putAndGet(node, memory, origin, count, wanted);
    }

    private void putAndGet(Node node, ByteBuffer memory, int origin, int count, byte[] wanted) throws MPIException {
        int length = memory.capacity();
        ByteBuffer window = filled(MPI.newByteBuffer(length), true);
        ByteBuffer own = MPI.newByteBuffer(length).put(0, memory, 0, length);
        Win win = new Win(window, length, 1, MPI.INFO_NULL, MPI.COMM_SELF);
        win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
        win.put(slice(own, origin), count, node.type, 0, origin, count, node.type);
        win.flush(0);
        byte[] put = bytes(window);
        window.put(0, memory, 0, length);
        filled(own, true);
        win.get(slice(own, origin), count, node.type, 0, origin, count, node.type);
        win.unlock(0);
        win.free();
        check(Arrays.equals(put, wanted), "the memory after a put");
        check(Arrays.equals(bytes(own), wanted), "the memory after a get");
    }

    /** The same bytes in an array of the base type, in the spelling of mpiJava. */
    private void packElements(Node node, ByteBuffer memory, int origin, int count, byte[] wanted) throws MPIException {
        int size = elementSize(node);
        ByteBuffer bytes = ByteBuffer.wrap(Arrays.copyOf(bytes(memory), (memory.capacity() + size - 1) / size * size))
                .order(ByteOrder.nativeOrder());
        Class<?>[] classes = {byte.class, short.class, int.class, long.class, float.class, double.class, byte.class};
        Object array = Array.newInstance(classes[node.base], bytes.capacity() / size);
        MPI.COMM_SELF.Unpack(bytes.array(), 0, array, 0, Array.getLength(array),
                node.base == 6 ? MPI.BYTE : BASICS[node.base]);
        byte[] packed = new byte[wanted.length];
        int position = MPI.COMM_WORLD.Pack(array, origin / size, count, node.elements, packed, 0);
        check(position == wanted.length && Arrays.equals(packed, wanted), "the packed bytes of mpiJava");
    }

    private void write(Node node, ByteBuffer memory, int origin, int count) throws MPIException, IOException {
        Path ofJava = folder.resolve("java");
        File file = new File(MPI.COMM_SELF, ofJava.toString(), MPI.MODE_CREATE | MPI.MODE_WRONLY);
        file.setView(3, node.type, node.type, "native");
        file.write(slice(memory, origin), count, node.type);
        file.close();
        byte[] found = Files.readAllBytes(ofJava);
        int[] map = node.copies(count, 0);
        for (int at : map) { // what is between them is not defined
            check(3 + at < found.length && found[3 + at] == memory.get(origin + at),
                    "byte " + (3 + at) + " of the file");
        }
        Files.delete(ofJava);
    }
}
