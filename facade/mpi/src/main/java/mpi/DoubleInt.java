package mpi;

/** A pair of a value of type double and an index, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}; its type is {@link MPI#DOUBLE_INT}. */
public final class DoubleInt extends Struct {
    private final int value;
    private final int index;

    DoubleInt() {
        value = addDouble();
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
        public double getValue() {
            return getDouble(value);
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
        public void putValue(double v) {
            putDouble(value, v);
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
