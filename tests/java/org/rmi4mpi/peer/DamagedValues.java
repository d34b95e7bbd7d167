package org.rmi4mpi.peer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.wire.PeerCodes;
import org.rmi4mpi.wire.PeerFrame;

/** Damages the bytes of values, and reads them: that fails with an exception, or gives other values. */
public final class DamagedValues {
    private DamagedValues() {}

    /**
     * @param seed of the damages
     * @param count of frames
     * @throws AssertionError if reading fails with an error
     */
    public static void read(ReferenceLayer layer, long seed, int count) throws IOException {
        readMarks(layer);
        byte[] whole = write(layer);
        Random random = new Random(seed);
        for (int i = 0; i < count; i++) {
            byte[] damaged =
                    Arrays.copyOf(whole, PeerFrame.HEADER + random.nextInt(whole.length - PeerFrame.HEADER) + 1);
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                damaged[PeerFrame.HEADER + random.nextInt(damaged.length - PeerFrame.HEADER)] = (byte) random.nextInt();
            }
            ByteBuffer bytes = ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN).position(PeerFrame.HEADER);
            ValueReader reader = newReader(layer, bytes);
            try {
                reader.read(random.nextBoolean() ? Object.class : List.class);
                reader.end();
            } catch (IOException | RuntimeException e) {
                // as a damaged frame should
            } catch (Error e) {
                throw new AssertionError("seed " + seed + ", frame " + i + ": " + Arrays.toString(damaged), e);
            }
        }
    }

    private static ValueReader newReader(ReferenceLayer layer, ByteBuffer bytes) {
        return new ValueReader(layer, bytes, DamagedValues.class.getClassLoader(), null, false);
    }

    /** As many marks of sharing as a frame can hold, which would end the stack. */
    private static void readMarks(ReferenceLayer layer) {
        byte[] marks = new byte[1 << 20];
        for (int i = 0; i < marks.length; i += 2) {
            marks[i] = (byte) 0xd8;
            marks[i + 1] = PeerCodes.SHARED;
        }
        try {
            newReader(layer, ByteBuffer.wrap(marks).order(ByteOrder.LITTLE_ENDIAN)).read(Object.class);
            throw new AssertionError("marks without a value are read");
        } catch (IOException e) {
            // as it should be
        }
    }

    private static byte[] write(ReferenceLayer layer) throws IOException {
        List<Object> values = new ArrayList<>(List.of(1, "text", 2.5, new double[] {1, 2}, Map.of("key", new int[] {3}),
                Set.of('a'), new String[] {"b"}, new PeerObject("java.util.Locale", Map.of("field", 1)),
                new PeerObject("java.util.Locale", Map.of("field", 2)), Thread.State.NEW, Thread.State.BLOCKED,
                new IOException("thrown")));
        values.add(values);
        ValueWriter writer = new ValueWriter(layer);
        writer.begin(PeerFrame.RESULT, 1, 0);
        writer.write(values);
        NativeBuffer memory = writer.take();
        byte[] bytes = new byte[memory.bytes().position()];
        memory.bytes().get(0, bytes);
        memory.release();
        return bytes;
    }
}
