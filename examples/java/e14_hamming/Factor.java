package e14_hamming;

import java.util.Arrays;

/** Merges an ascending sequence with the multiples of all that it returns. Owned by one thread. */
final class Factor {
    private final long prime;
    private final long limit;
    /** The numbers that have been returned and whose multiples are within the limit. */
    private long[] returned = new long[1024];
    private int count;
    private int next;

    Factor(long prime, long limit) {
        this.prime = prime;
        this.limit = limit;
    }

    /** Returns the next numbers of the sequence, and all multiples that are smaller. At the end these are all left. */
    Numbers merge(long[] numbers, int length, boolean isEnd) {
        Numbers merged = new Numbers();
        for (int i = 0; i < length; i++) {
            addMultiplesBelow(numbers[i], merged);
            add(numbers[i], merged);
        }
        if (isEnd) {
            addMultiplesBelow(limit + 1, merged);
        }
        return merged;
    }

    private void addMultiplesBelow(long number, Numbers merged) {
        while (next < count && prime * returned[next] < number) {
            add(prime * returned[next++], merged);
        }
    }

    private void add(long number, Numbers merged) {
        merged.add(number);
        if (number <= limit / prime) {
            if (count == returned.length) {
                returned = Arrays.copyOf(returned, 2 * count);
            }
            returned[count++] = number;
        }
    }

    /** A list of numbers. */
    static final class Numbers {
        private long[] values = new long[256];
        private int length;

        void add(long value) {
            if (length == values.length) {
                values = Arrays.copyOf(values, 2 * length);
            }
            values[length++] = value;
        }

        void addAll(long[] more) {
            for (long value : more) {
                add(value);
            }
        }

        long[] values() {
            return values;
        }

        int length() {
            return length;
        }
    }
}
