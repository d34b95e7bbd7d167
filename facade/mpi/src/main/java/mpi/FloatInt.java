package mpi;

/** A pair of a value of type float and an index, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}; its type is {@link MPI#FLOAT_INT}. */
public final class FloatInt extends Struct {
    private final int value;
    private final int index;

    FloatInt() {
        value = addFloat();
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
        public float getValue() {
            return getFloat(value);
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
        public void putValue(float v) {
            putFloat(value, v);
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
