package mpi;

/** A pair of a value of type long and an index, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}; its type is {@link MPI#LONG_INT}. */
public final class LongInt extends Struct {
    private final int value;
    private final int index;

    LongInt() {
        value = addLong();
        setOffset(8);
        index = addInt();
        setExtent(16);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /** A view of a pair. */
    public final class Data extends Struct.Data {
        private Data() {}

        /**
         * The value.
         *
         * @return its value
         */
        public long getValue() {
            return getLong(value);
        }

        /**
         * The index.
         *
         * @return its value
         */
        public int getIndex() {
            return getInt(index);
        }

        /**
         * Sets the value.
         *
         * @param v the value
         */
        public void putValue(long v) {
            putLong(value, v);
        }

        /**
         * Sets the index.
         *
         * @param v the index
         */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
