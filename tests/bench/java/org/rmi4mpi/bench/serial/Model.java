package org.rmi4mpi.bench.serial;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;

/** The classes of the rows: those that KaRMI measured, and small ones of today. */
final class Model {
    private Model() {}

    /** Compared field by field, so that a contender which loses one is found. */
    abstract static class Compared implements Serializable {
        abstract Object[] values();

        @Override
        public boolean equals(Object other) {
            return other != null && other.getClass() == getClass()
                    && Arrays.deepEquals(values(), ((Compared) other).values());
        }

        @Override
        public int hashCode() {
            return Arrays.deepHashCode(values());
        }
    }

    static final class Ints32 extends Compared {
        int a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7;
        int c0, c1, c2, c3, c4, c5, c6, c7, d0, d1, d2, d3, d4, d5, d6, d7;

        Ints32() {}

        Ints32(Random random) {
            a0 = random.nextInt(); a1 = random.nextInt(); a2 = random.nextInt(); a3 = random.nextInt();
            a4 = random.nextInt(); a5 = random.nextInt(); a6 = random.nextInt(); a7 = random.nextInt();
            b0 = random.nextInt(); b1 = random.nextInt(); b2 = random.nextInt(); b3 = random.nextInt();
            b4 = random.nextInt(); b5 = random.nextInt(); b6 = random.nextInt(); b7 = random.nextInt();
            c0 = random.nextInt(); c1 = random.nextInt(); c2 = random.nextInt(); c3 = random.nextInt();
            c4 = random.nextInt(); c5 = random.nextInt(); c6 = random.nextInt(); c7 = random.nextInt();
            d0 = random.nextInt(); d1 = random.nextInt(); d2 = random.nextInt(); d3 = random.nextInt();
            d4 = random.nextInt(); d5 = random.nextInt(); d6 = random.nextInt(); d7 = random.nextInt();
        }

        @Override
        Object[] values() {
            return new Object[] {a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7,
                c0, c1, c2, c3, c4, c5, c6, c7, d0, d1, d2, d3, d4, d5, d6, d7};
        }
    }

    static final class Ints4 extends Compared {
        int a, b, c, d;
        Object first, second;

        Ints4() {}

        Ints4(Random random) {
            a = random.nextInt();
            b = random.nextInt();
            c = random.nextInt();
            d = random.nextInt();
        }

        @Override
        Object[] values() {
            return new Object[] {a, b, c, d, first, second};
        }
    }

    static final class Tree extends Compared {
        int a, b, c, d;
        Tree left, right;

        Tree() {}

        Tree(Random random, int depth) {
            a = random.nextInt();
            b = random.nextInt();
            c = random.nextInt();
            d = random.nextInt();
            if (depth > 1) {
                left = new Tree(random, depth - 1);
                right = new Tree(random, depth - 1);
            }
        }

        @Override
        Object[] values() {
            return new Object[] {a, b, c, d, left, right};
        }
    }

    static final class Item extends Compared {
        int id;
        double price;
        String name;

        Item() {}

        Item(int id) {
            this.id = id;
            price = id * 1.25;
            name = "item " + id;
        }

        @Override
        Object[] values() {
            return new Object[] {id, price, name};
        }
    }

    record Point(int x, double y, String label) implements Serializable {}

    enum Colour {RED, GREEN, BLUE}

    /** Of the program's own, with a cause and stack traces of a usual depth. */
    static final class Failure extends RuntimeException {
        Failure(String message) {
            super(message);
        }

        static Failure thrown(int depth) {
            if (depth > 0) {
                return thrown(depth - 1);
            }
            Failure failure = new Failure("row 17 is missing");
            failure.initCause(new IllegalStateException("no such row"));
            failure.setStackTrace(Arrays.copyOf(failure.getStackTrace(), 20));
            failure.getCause().setStackTrace(failure.getStackTrace());
            return failure;
        }

        boolean isLike(Object other) {
            return other instanceof Failure failure && Objects.equals(getMessage(), failure.getMessage())
                    && Arrays.equals(getStackTrace(), failure.getStackTrace())
                    && Arrays.equals(getCause().getStackTrace(), failure.getCause().getStackTrace());
        }
    }
}
