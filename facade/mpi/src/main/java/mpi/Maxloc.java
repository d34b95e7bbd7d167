package mpi;

/**
 * Selects the pair with the largest value. If several pairs have it, it selects the one with the lowest place. A pair
 * is a value and a place. For {@link MPI#SHORT2}, INT2, LONG2, FLOAT2 and DOUBLE2. MPI 1.1, 4.9.3.
 */
public class Maxloc extends User_function {
    /** Makes the function, for {@link MPI#MAXLOC} and for programs. */
    public Maxloc() {}

    @Override
    public void Call(Object invec, int inoffset, Object outvec, int outoffset, int count, Datatype datatype) {
        int pairs = count * datatype.Size() / 2;
        if (invec instanceof short[] in) {
            short[] out = (short[]) outvec;
            for (int i = inoffset, j = outoffset; i < inoffset + 2 * pairs; i += 2, j += 2) {
                if (in[i] > out[j] || in[i] == out[j] && in[i + 1] < out[j + 1]) {
                    out[j] = in[i];
                    out[j + 1] = in[i + 1];
                }
            }
        } else if (invec instanceof int[] in) {
            int[] out = (int[]) outvec;
            for (int i = inoffset, j = outoffset; i < inoffset + 2 * pairs; i += 2, j += 2) {
                if (in[i] > out[j] || in[i] == out[j] && in[i + 1] < out[j + 1]) {
                    out[j] = in[i];
                    out[j + 1] = in[i + 1];
                }
            }
        } else if (invec instanceof long[] in) {
            long[] out = (long[]) outvec;
            for (int i = inoffset, j = outoffset; i < inoffset + 2 * pairs; i += 2, j += 2) {
                if (in[i] > out[j] || in[i] == out[j] && in[i + 1] < out[j + 1]) {
                    out[j] = in[i];
                    out[j + 1] = in[i + 1];
                }
            }
        } else if (invec instanceof float[] in) {
            float[] out = (float[]) outvec;
            for (int i = inoffset, j = outoffset; i < inoffset + 2 * pairs; i += 2, j += 2) {
                if (in[i] > out[j] || in[i] == out[j] && in[i + 1] < out[j + 1]) {
                    out[j] = in[i];
                    out[j + 1] = in[i + 1];
                }
            }
        } else if (invec instanceof double[] in) {
            double[] out = (double[]) outvec;
            for (int i = inoffset, j = outoffset; i < inoffset + 2 * pairs; i += 2, j += 2) {
                if (in[i] > out[j] || in[i] == out[j] && in[i + 1] < out[j + 1]) {
                    out[j] = in[i];
                    out[j + 1] = in[i + 1];
                }
            }
        } else {
            throw new MPIException(
                    "Maxloc: " + datatype + " holds no pairs, expected MPI.SHORT2, INT2, LONG2, FLOAT2 or DOUBLE2");
        }
    }
}
