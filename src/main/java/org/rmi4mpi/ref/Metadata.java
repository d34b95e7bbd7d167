package org.rmi4mpi.ref;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Encodes the metadata of a call: see {@link org.rmi4mpi.wire.RequestFrame}. Stateless. */
final class Metadata {
    private static final int UNIT = 8;

    private Metadata() {}

    /** The length is a multiple of 8 bytes; empty metadata take 0 bytes. */
    static byte[] encoded(Map<String, String> metadata) throws IOException {
        if (metadata.isEmpty()) {
            return new byte[0];
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(metadata.size());
        for (Map.Entry<String, String> each : metadata.entrySet()) {
            if (each.getKey() == null || each.getValue() == null) {
                throw new IOException("null in " + each);
            }
            out.writeUTF(each.getKey());
            out.writeUTF(each.getValue());
        }
        while (out.size() % UNIT != 0) {
            out.writeByte(0);
        }
        return bytes.toByteArray();
    }

    /** Reads the metadata at the buffer's position. */
    static Map<String, String> read(ByteBuffer from, int length) throws IOException {
        if (length < 0 || length > from.remaining()) {
            throw new IOException("metadata of " + length + " bytes in a frame with " + from.remaining() + " left");
        }
        byte[] bytes = new byte[length];
        from.get(bytes);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        Map<String, String> metadata = new LinkedHashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            metadata.put(in.readUTF(), in.readUTF());
        }
        return metadata;
    }
}
