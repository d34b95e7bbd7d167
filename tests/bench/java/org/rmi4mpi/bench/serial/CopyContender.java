package org.rmi4mpi.bench.serial;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The lower bound for arrays: copies the elements in bulk into memory that is reused, and out into a new array. */
final class CopyContender implements Contender {
    private final ByteBuffer memory = ByteBuffer.allocate(1 << 19).order(ByteOrder.nativeOrder());
    private Object written;

    @Override
    public int write(Object graph) {
        written = graph;
        memory.clear();
        if (graph instanceof byte[] bytes) {
            memory.put(bytes);
        } else if (graph instanceof int[] ints) {
            memory.asIntBuffer().put(ints);
            memory.position(4 * ints.length);
        } else if (graph instanceof float[] floats) {
            memory.asFloatBuffer().put(floats);
            memory.position(4 * floats.length);
        } else if (graph instanceof double[] doubles) {
            putDoubles(doubles);
        } else if (graph instanceof double[][] rows) {
            for (double[] row : rows) {
                putDoubles(row);
            }
        } else {
            throw new UnsupportedOperationException("for arrays only");
        }
        return memory.position();
    }

    private void putDoubles(double[] doubles) {
        memory.asDoubleBuffer().put(doubles);
        memory.position(memory.position() + 8 * doubles.length);
    }

    @Override
    public Object read() {
        int length = memory.position();
        memory.position(0);
        Object result;
        if (written instanceof byte[]) {
            byte[] bytes = new byte[length];
            memory.get(bytes);
            result = bytes;
        } else if (written instanceof int[]) {
            int[] ints = new int[length / 4];
            memory.asIntBuffer().get(ints);
            result = ints;
        } else if (written instanceof float[]) {
            float[] floats = new float[length / 4];
            memory.asFloatBuffer().get(floats);
            result = floats;
        } else if (written instanceof double[]) {
            result = getDoubles(length / 8);
        } else {
            double[][] rows = new double[((double[][]) written).length][];
            for (int i = 0; i < rows.length; i++) {
                rows[i] = getDoubles(length / 8 / rows.length);
            }
            result = rows;
        }
        memory.position(length);
        return result;
    }

    private double[] getDoubles(int count) {
        double[] doubles = new double[count];
        memory.asDoubleBuffer().get(doubles);
        memory.position(memory.position() + 8 * count);
        return doubles;
    }

    @Override
    public byte[] bytes() {
        byte[] copy = new byte[memory.position()];
        memory.get(0, copy);
        return copy;
    }
}
