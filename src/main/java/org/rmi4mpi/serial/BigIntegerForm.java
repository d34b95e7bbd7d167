package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.END;
import static org.rmi4mpi.wire.ObjectCodes.FIELDS;

import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * The serialized form of BigInteger: four fields of former times with fixed values, its sign, and an array with its
 * magnitude, the most significant byte first and not zero. Stateless. Source: its documentation.
 */
final class BigIntegerForm implements ShortForm {
    /** The values of bitCount, bitLength, firstNonzeroByteNum and lowestSetBit. */
    private static final int[] FORMER = {-1, -1, -2, -2};

    /** Positions in the data, in bytes. */
    private static final int SIGN = 20;
    private static final int ARRAY = 24;
    private static final int COUNT = 28;
    private static final int MAGNITUDE = 32;

    /** The longest magnitude that is read so. */
    private static final int LONGEST = 1 << 12;

    @Override
    public Class<?> written() {
        return BigInteger.class;
    }

    @Override
    public void write(Object value, OutputBytes out, Writer writer) throws IOException {
        BigInteger number = (BigInteger) value;
        out.ensure(ARRAY);
        byte[] bytes = out.bytes;
        int at = out.position;
        Bytes.putInt(bytes, at, FIELDS);
        for (int former : FORMER) {
            at += 4;
            Bytes.putInt(bytes, at, former);
        }
        Bytes.putInt(bytes, at + 4, number.signum());
        out.position = at + 8;
        writer.beginBytes();
        if (number.bitLength() < Long.SIZE) {
            writeMagnitude(Math.abs(number.longValue()), out);
        } else {
            byte[] magnitude = number.abs().toByteArray();
            byte[] stripped = magnitude[0] == 0 ? Arrays.copyOfRange(magnitude, 1, magnitude.length) : magnitude;
            out.putCode(stripped.length);
            out.putArray(stripped, stripped.length, Primitive.BYTE);
        }
        out.putCode(END);
    }

    /** @param magnitude without a sign: 2 to the power of 63 is the least long */
    private static void writeMagnitude(long magnitude, OutputBytes out) throws IOException {
        int length = (Long.SIZE - Long.numberOfLeadingZeros(magnitude) + 7) / 8;
        out.putCode(length);
        out.ensure(length);
        for (int shift = 8 * length - 8; shift >= 0; shift -= 8) {
            out.bytes[out.position++] = (byte) (magnitude >>> shift);
        }
    }

    @Override
    public Object read(InputBytes in, Reader reader, int handle) throws IOException {
        if (in.peekCode() != FIELDS || !reader.isBytes(in.peekInt(ARRAY))) {
            return null;
        }
        int length = in.peekInt(COUNT);
        if (length < 0 || length > LONGEST || MAGNITUDE + 4L + length > in.rest()
                || in.peekInt(MAGNITUDE + length) != END) {
            return null;
        }
        int start = in.position + MAGNITUDE;
        byte[] magnitude = Arrays.copyOfRange(in.bytes, start, start + length);
        BigInteger number = valueOf(Bytes.getInt(in.bytes, in.position + SIGN), magnitude);
        if (number != null) {
            in.position = start + length + 4;
            reader.add(magnitude);
        }
        return number;
    }

    /** Returns null if sign and magnitude contradict each other. */
    private static BigInteger valueOf(int sign, byte[] magnitude) {
        if (sign < -1 || sign > 1 || sign == 0 && magnitude.length > 0) {
            return null;
        }
        BigInteger number = new BigInteger(sign, magnitude);
        return number.signum() == sign ? number : null;
    }
}
