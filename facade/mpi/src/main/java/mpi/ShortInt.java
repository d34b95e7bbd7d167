package mpi;

/** A pair of a value of type short and an index, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}; its type is {@link MPI#SHORT_INT}. */
public final class ShortInt extends Struct {
    private final int value;
    private final int index;

    ShortInt() {
        value = addShort();
        setOffset(4);
        index = addInt();
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
        public short getValue() {
            return getShort(value);
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
        public void putValue(short v) {
            putShort(value, v);
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
