package org.rmi4mpi.jpvm.group;

import org.rmi4mpi.jpvm.pack.TaskException;

/** Operations that combine arrays of one type, element by element. In the order of PvmSum, PvmProduct and so on. */
public enum Reduction {
    SUM, PRODUCT, MAX, MIN;

    static {
        SUM.combined(0, 0); // Initialises the class that javac makes for switches; see Packing.initialise.
    }

    /** The operation of pvm_reduce with this number. */
    public static Reduction of(int number) throws TaskException {
        if (number < 0 || number >= values().length) {
            throw new TaskException("pvm_reduce: operation " + number
                    + ": give PvmSum, PvmProduct, PvmMax or PvmMin");
        }
        return values()[number];
    }

    /** Combines the first elements of two arrays. The first array receives the result. */
    void combine(Object all, Object next, int count) {
        for (int i = 0; i < count; i++) {
            if (all instanceof double[] to) {
                to[i] = combined(to[i], ((double[]) next)[i]);
            } else if (all instanceof float[] to) {
                float other = ((float[]) next)[i];
                to[i] = this == SUM ? to[i] + other : this == PRODUCT ? to[i] * other
                        : (float) combined(to[i], other);
            } else if (all instanceof long[] to) {
                to[i] = combined(to[i], ((long[]) next)[i]);
            } else if (all instanceof int[] to) {
                to[i] = (int) combined((long) to[i], ((int[]) next)[i]);
            } else if (all instanceof short[] to) {
                to[i] = (short) combined((long) to[i], ((short[]) next)[i]);
            } else if (all instanceof char[] to) {
                to[i] = (char) combined((long) to[i], ((char[]) next)[i]);
            } else {
                byte[] to = (byte[]) all;
                to[i] = (byte) combined((long) to[i], ((byte[]) next)[i]);
            }
        }
    }

    private double combined(double one, double other) {
        return switch (this) {
            case SUM -> one + other;
            case PRODUCT -> one * other;
            case MAX -> Math.max(one, other);
            case MIN -> Math.min(one, other);
        };
    }

    private long combined(long one, long other) {
        return switch (this) {
            case SUM -> one + other;
            case PRODUCT -> one * other;
            case MAX -> Math.max(one, other);
            case MIN -> Math.min(one, other);
        };
    }
}
