package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.END;
import static org.rmi4mpi.wire.ObjectCodes.LATER_ONES;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.util.ArrayDeque;

/**
 * Reads deeply nested objects. A reference to such an object announces it, and its data follows later. Owned by one
 * thread.
 */
final class DeepGraphReader {
    /** @param length length of an array */
    private record Announced(Object object, StreamClass stream, int handle, int length, int depth) {}

    private final InputBytes in;
    private final MissingClasses missing;
    private final ObjectReader objects;
    /** In reading order; null if this call has announced none. */
    private ArrayDeque<Announced> announced;
    /** The missing class that an announced object needs, and with it the object at top level. */
    private ClassNotFoundException absent;
    /** How much deeper the deferred object is nested than the reader's depth shows. */
    private int depthBefore;

    DeepGraphReader(InputBytes in, MissingClasses missing, ObjectReader objects) {
        this.in = in;
        this.missing = missing;
        this.objects = objects;
    }

    /** Offset that filters have to add to the depth. */
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

    /** Reads the announcement of an object whose data follows later. */
    Object announce(int handle, boolean unshared) throws IOException, ClassNotFoundException {
        StreamClass stream = objects.classes.read(in.readCode());
        Object object;
        int length = 0;
        if (stream.elements != null) {
            throw InputBytes.corrupted("a deferred array of primitive values");
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
            throw new InvalidClassException(stream.name, "the local class has hook methods and the writer's"
                    + " class has none, and the object is nested too deeply to be read by them");
        }
        return stream.codec != null ? stream.codec.announced() : objects.begin(stream);
    }

    /** Reads the outstanding announced objects after an object at top level. */
    void readAtEnd() throws IOException, ClassNotFoundException {
        if (announced != null && !announced.isEmpty()) {
            int root = objects.last;
            int code = in.readCode();
            if (code != LATER_ONES) {
                throw InputBytes.corrupted("code " + code + " in place of " + announced.size() + " deferred objects");
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

    /** Reads all announced objects, and those that they announce. */
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
            throw InputBytes.corrupted("code " + code + " in place of the end of deferred objects");
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
            absent = missing.find(each.handle());
        }
    }
}
