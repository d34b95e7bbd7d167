package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.END;
import static org.rmi4mpi.wire.ObjectCodes.LATER_ONES;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.util.ArrayDeque;

/**
 * Objects that are nested deeply: they are announced where they are referred to, and their data comes later, in turn.
 * Owned by one thread.
 */
final class LaterReader {
    /** @param length of an array */
    private record Announced(Object object, StreamClass stream, int handle, int length, int depth) {}

    private final InputBytes in;
    private final MissingClasses missing;
    private final ObjectReader objects;
    /** In the order in which they come; null where the call has announced none. */
    private ArrayDeque<Announced> announced;
    /** What one of them needs, and by it the object that is read at the top level. */
    private ClassNotFoundException absent;
    /** By so much they are nested deeper than they are read. */
    private int depthBefore;

    LaterReader(InputBytes in, MissingClasses missing, ObjectReader objects) {
        this.in = in;
        this.missing = missing;
        this.objects = objects;
    }

    /** Added to the depth for filters. */
    int depthBefore() {
        return depthBefore;
    }

    boolean isUsed() {
        return announced != null;
    }

    void clear() {
        announced = null;
        absent = null;
        depthBefore = 0;
    }

    /** An object whose data comes later. */
    Object announce(int handle, boolean unshared) throws IOException, ClassNotFoundException {
        StreamClass stream = objects.classes.read(in.readCode());
        Object object;
        int length = 0;
        if (stream.elements != null) {
            throw InputBytes.corrupted("an array of primitive values that comes later");
        } else if (stream.isArray()) {
            length = objects.arrays.readLength(stream);
            object = objects.arrays.newElements(stream, length);
        } else {
            object = begin(stream);
        }
        missing.set(handle, stream.missing);
        if (announced == null) {
            announced = new ArrayDeque<>();
        }
        announced.add(new Announced(object, stream, handle, length, objects.depth + depthBefore));
        return objects.keep(handle, stream.local == null ? null : object, unshared);
    }

    private Object begin(StreamClass stream) throws IOException {
        stream.checkInstantiable();
        if (stream.local != null ? !stream.local.canWait : stream.codec != null && !stream.codec.canWait()) {
            throw new InvalidClassException(stream.name, "is read by methods of its own here, and not by the"
                    + " writer, which has nested it deeply");
        }
        return stream.codec != null ? stream.codec.announced() : objects.begin(stream);
    }

    /** After an object of the top level: those that it has announced, if there are any left. */
    void readAtEnd() throws IOException, ClassNotFoundException {
        if (announced != null && !announced.isEmpty()) {
            int root = objects.last;
            int code = in.readCode();
            if (code != LATER_ONES) {
                throw InputBytes.corrupted("code " + code + " where " + announced.size() + " objects should come");
            }
            BlockReader.Data outer = objects.blocks.data;
            objects.blocks.data = BlockReader.Data.OBJECTS;
            try {
                read();
            } finally {
                objects.blocks.data = outer;
            }
            objects.last = root;
        }
        if (absent != null) {
            missing.add(objects.last, absent);
        }
    }

    /** All that have been announced, and what they announce. */
    void read() throws IOException, ClassNotFoundException {
        int before = depthBefore;
        int outer = objects.last;
        while (announced != null && !announced.isEmpty()) {
            read(announced.remove());
        }
        depthBefore = before;
        objects.last = outer;
        int code = in.readCode();
        if (code != END) {
            throw InputBytes.corrupted("code " + code + " where objects that were nested deeply should end");
        }
    }

    private void read(Announced each) throws IOException, ClassNotFoundException {
        Object object = each.object();
        depthBefore = each.depth() - objects.depth;
        objects.last = each.handle();
        if (each.stream().isArray()) {
            objects.arrays.readElements((Object[]) object, each.handle(), each.length());
        } else {
            objects.fill(object, each.stream(), each.handle());
        }
        if (objects.replaces(each.handle()) && objects.stream.resolveObject(object) != object) {
            throw new InvalidObjectException("resolveObject replaces an object of " + object.getClass()
                    + " that is nested too deeply to be replaced");
        }
        if (absent == null) {
            absent = missing.of(each.handle());
        }
    }
}
