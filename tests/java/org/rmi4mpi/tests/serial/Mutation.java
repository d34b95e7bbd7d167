package org.rmi4mpi.tests.serial;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Changes bytes. The same random numbers give the same changes. Owned by one thread. */
final class Mutation {
    /** Impossible lengths, and numbers next to the limits of their types. */
    static final int[] INTERESTING = {-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 18, 19, 20, 31, 32, 64,
        127, 128, 255, 256, 1000, 32_767, 32_768, 65_535, 65_536, 100_000, 1 << 20, 1 << 24, 1 << 28, 1 << 30,
        Integer.MAX_VALUE - 8, Integer.MAX_VALUE - 1, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 1,
        -2, -3, -10, -100, 0x7F7F7F7F, 0x3FFFFFFF, 0x1FFFFFFF, 0x0FFFFFFF};
    /** A message grows by no more than this. */
    private static final int LARGEST_GROWTH = 1 << 16;

    private final RandomGenerator random;
    private byte[] bytes;

    private Mutation(RandomGenerator random, byte[] good) {
        this.random = random;
        bytes = good.clone();
    }

    /** @param others what parts are taken from */
    static byte[] of(RandomGenerator random, byte[] good, List<byte[]> others) {
        Mutation mutation = new Mutation(random, good);
        for (int times = 1 + random.nextInt(3) * random.nextInt(2); times > 0 && mutation.bytes.length > 0; times--) {
            mutation.change(others);
        }
        return mutation.bytes;
    }

    private void change(List<byte[]> others) {
        switch (random.nextInt(12)) {
            case 0, 1 -> flipBits();
            case 2, 3, 4 -> overwriteInt(INTERESTING[random.nextInt(INTERESTING.length)]);
            case 5 -> overwriteInt(random.nextInt(4 * bytes.length) - bytes.length);
            case 6 -> enlarge();
            case 7 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            case 8 -> splice(others.get(random.nextInt(others.size())));
            case 9 -> repeat();
            case 10 -> randomBytes();
            default -> move();
        }
    }

    private int place() {
        return random.nextInt(bytes.length);
    }

    private void flipBits() {
        for (int times = 1 + random.nextInt(4); times > 0; times--) {
            bytes[place()] ^= (byte) (1 << random.nextInt(8));
        }
    }

    private void overwriteInt(int value) {
        if (bytes.length >= 4) {
            int at = random.nextInt(bytes.length - 3);
            buffer().putInt(random.nextInt(3) == 0 ? at : at & ~3, value);
        }
    }

    private ByteBuffer buffer() {
        return ByteBuffer.wrap(bytes)
                .order(random.nextInt(3) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.nativeOrder());
    }

    /** Replaces a possible length by a large one. */
    private void enlarge() {
        ByteBuffer buffer = buffer();
        int from = place();
        for (int at = from; at <= Math.min(from + 200, bytes.length - 4); at++) {
            int length = buffer.getInt(at);
            if (length > 0 && length < 1 << 16) {
                buffer.putInt(at, length << 4 + random.nextInt(20));
                return;
            }
        }
    }

    private void splice(byte[] other) {
        int kept = place();
        int from = random.nextInt(other.length);
        int taken = random.nextBoolean() ? other.length - from : random.nextInt(Math.min(200, other.length - from) + 1);
        int after = random.nextBoolean() ? bytes.length : kept;
        ByteBuffer spliced = ByteBuffer.allocate(kept + taken + bytes.length - after);
        spliced.put(bytes, 0, kept).put(other, from, taken).put(bytes, after, bytes.length - after);
        bytes = spliced.array();
    }

    private void repeat() {
        int from = random.nextInt(4) == 0 ? place() : place() & ~3;
        int length = Math.min(bytes.length - from,
                random.nextBoolean() ? 4 * (1 + random.nextInt(4)) : 1 + random.nextInt(64));
        int times = Math.min(random.nextInt(8) == 0 ? 1 + random.nextInt(10_000) : 1 + random.nextInt(4),
                LARGEST_GROWTH / length);
        ByteBuffer repeated = ByteBuffer.allocate(bytes.length + length * times);
        repeated.put(bytes, 0, from);
        for (int i = 0; i < times; i++) {
            repeated.put(bytes, from, length);
        }
        repeated.put(bytes, from, bytes.length - from);
        bytes = repeated.array();
    }

    private void randomBytes() {
        int from = place();
        int end = random.nextInt(8) == 0 ? bytes.length : Math.min(bytes.length, from + 1 + random.nextInt(16));
        for (int at = from; at < end; at++) {
            bytes[at] = (byte) random.nextInt();
        }
    }

    private void move() {
        int from = place();
        int to = place();
        int length = Math.min(1 + random.nextInt(64), bytes.length - Math.max(from, to));
        System.arraycopy(bytes, from, bytes, to, length);
    }
}
