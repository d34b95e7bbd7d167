package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.BLOCK;
import static org.rmi4mpi.wire.ObjectCodes.END;
import static org.rmi4mpi.wire.ObjectCodes.FIELDS;

import java.io.IOException;
import java.util.Date;

/** The serialized form of Date: no fields, then its time in milliseconds. Stateless. Source: its documentation. */
final class DateForm implements ShortForm {
    /** Positions in the data, in bytes. */
    private static final int BLOCK_CODE = 4;
    private static final int BLOCK_LENGTH = 8;
    private static final int TIME = 12;
    private static final int LAST = 20;
    private static final int LENGTH = 24;

    @Override
    public Class<?> written() {
        return Date.class;
    }

    @Override
    public void write(Object value, OutputBytes out, Writer writer) throws IOException {
        out.ensure(LENGTH);
        byte[] bytes = out.bytes;
        int at = out.position;
        Bytes.putInt(bytes, at, FIELDS);
        Bytes.putInt(bytes, at + BLOCK_CODE, BLOCK);
        Bytes.putInt(bytes, at + BLOCK_LENGTH, Long.BYTES);
        Bytes.putBigLong(bytes, at + TIME, ((Date) value).getTime());
        Bytes.putInt(bytes, at + LAST, END);
        out.position = at + LENGTH;
    }

    @Override
    public Object read(InputBytes in, Reader reader, int handle) throws IOException {
        if (in.peekCode() != FIELDS || in.peekInt(BLOCK_CODE) != BLOCK || in.peekInt(BLOCK_LENGTH) != Long.BYTES
                || in.peekInt(LAST) != END) {
            return null;
        }
        in.position += LENGTH;
        return new Date(Bytes.getBigLong(in.bytes, in.position - LENGTH + TIME));
    }
}
