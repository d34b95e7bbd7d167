package mpi;

/** Selects pairs of a value and a place, for {@link Minloc} and {@link Maxloc}. Stateless. */
final class PairSelection {
    private PairSelection() {}

    /**
     * Of each two pairs, leaves in the second array the one with the largest or smallest value, or if both have it, the one
     * with the lowest place.
     *
     * @param function its name, for errors
     */
    static void select(String function, boolean largest, Object invec, int inoffset, Object outvec, int outoffset,
            int count, Datatype datatype) {
        int pairs = count * datatype.Size() / 2;
        if (invec instanceof short[] in) {
            short[] out = (short[]) outvec;
            for (int i = inoffset, j = outoffset; i < inoffset + 2 * pairs; i += 2, j += 2) {
                if ((largest ? in[i] > out[j] : in[i] < out[j]) || in[i] == out[j] && in[i + 1] < out[j + 1]) {
                    out[j] = in[i];
                    out[j + 1] = in[i + 1];
                }
            }
        } else if (invec instanceof int[] in) {
            int[] out = (int[]) outvec;
            for (int i = inoffset, j = outoffset; i < inoffset + 2 * pairs; i += 2, j += 2) {
                if ((largest ? in[i] > out[j] : in[i] < out[j]) || in[i] == out[j] && in[i + 1] < out[j + 1]) {
                    out[j] = in[i];
                    out[j + 1] = in[i + 1];
                }
            }
        } else if (invec instanceof long[] in) {
            long[] out = (long[]) outvec;
            for (int i = inoffset, j = outoffset; i < inoffset + 2 * pairs; i += 2, j += 2) {
                if ((largest ? in[i] > out[j] : in[i] < out[j]) || in[i] == out[j] && in[i + 1] < out[j + 1]) {
                    out[j] = in[i];
                    out[j + 1] = in[i + 1];
                }
            }
        } else if (invec instanceof float[] in) {
            float[] out = (float[]) outvec;
            for (int i = inoffset, j = outoffset; i < inoffset + 2 * pairs; i += 2, j += 2) {
                if ((largest ? in[i] > out[j] : in[i] < out[j]) || in[i] == out[j] && in[i + 1] < out[j + 1]) {
                    out[j] = in[i];
                    out[j + 1] = in[i + 1];
                }
            }
        } else if (invec instanceof double[] in) {
            double[] out = (double[]) outvec;
            for (int i = inoffset, j = outoffset; i < inoffset + 2 * pairs; i += 2, j += 2) {
                if ((largest ? in[i] > out[j] : in[i] < out[j]) || in[i] == out[j] && in[i + 1] < out[j + 1]) {
                    out[j] = in[i];
                    out[j + 1] = in[i + 1];
                }
            }
        } else {
            throw new MPIException(function + ": " + datatype
                    + " holds no pairs, expected MPI.SHORT2, INT2, LONG2, FLOAT2 or DOUBLE2");
        }
    }
}
