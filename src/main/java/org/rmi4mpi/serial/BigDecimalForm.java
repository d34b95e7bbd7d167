package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.END;
import static org.rmi4mpi.wire.ObjectCodes.FIELDS;

import java.io.IOException;
import java.io.StreamCorruptedException;
import java.math.BigDecimal;
import java.math.BigInteger;

/** The serialized form of BigDecimal: its scale and its unscaled value. Stateless. Source: its documentation. */
final class BigDecimalForm implements ShortForm {
    private static final int SCALE = 4;
    private static final int VALUE = 8;

    @Override
    public Class<?> written() {
        return BigDecimal.class;
    }

    @Override
    public void write(Object value, OutputBytes out, Writer writer) throws IOException {
        BigDecimal number = (BigDecimal) value;
        out.ensure(VALUE);
        Bytes.putInt(out.bytes, out.position, FIELDS);
        Bytes.putInt(out.bytes, out.position + SCALE, number.scale());
        out.position += VALUE;
        writer.writeElement(number.unscaledValue());
        out.putCode(END);
    }

    @Override
    public Object read(InputBytes in, Reader reader, int handle) throws IOException, ClassNotFoundException {
        if (in.peekCode() != FIELDS) {
            return null;
        }
        int scale = in.peekInt(SCALE);
        in.position += VALUE;
        Object unscaled = reader.readElement(handle);
        reader.skipRest();
        if (reader.isLost(handle)) {
            return BigDecimal.ZERO; // nobody gets it
        } else if (unscaled == null) {
            throw new StreamCorruptedException("BigDecimal: null intVal in stream");
        }
        return new BigDecimal((BigInteger) unscaled, scale);
    }
}
