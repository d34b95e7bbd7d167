package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.DEFINE;
import static org.rmi4mpi.wire.ObjectCodes.DEFINE_PROXY;
import static org.rmi4mpi.wire.ObjectCodes.END;
import static org.rmi4mpi.wire.ObjectCodes.FIRST_CLASS;
import static org.rmi4mpi.wire.ObjectCodes.NULL;

import java.io.IOException;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamConstants;
import java.io.ObjectStreamField;
import java.util.BitSet;
import org.rmi4mpi.wire.ObjectCodes;

/**
 * Writes the classes of an object out.stream. A class is described to a reader that does not know it, and is a number
 * afterwards. Owned by one thread. Source: Java Object Serialization Specification, 4.3.
 */
final class ClassWriter {
    private final ObjectWriter out;
    /** Whether the program chose protocol version 1, which does not call its writeClassDescriptor. */
    private boolean isFirstVersion;
    private SentClasses classes;
    /** Numbers of the classes that this message describes; null while there are none. */
    private BitSet defined;
    /** A lasting class that the reader knows, and its code. */
    private ClassPlan known = ClassPlan.NONE;
    private int knownCode;

    ClassWriter(ObjectWriter out) {
        this.out = out;
        classes = out.isMessage ? null : new SentClasses();
    }

    void useProtocolVersion(int version) {
        if (out.isStarted()) {
            throw new IllegalStateException("stream non-empty");
        }
        if (version != ObjectStreamConstants.PROTOCOL_VERSION_1
                && version != ObjectStreamConstants.PROTOCOL_VERSION_2) {
            throw new IllegalArgumentException("unknown version: " + version);
        }
        isFirstVersion = version == ObjectStreamConstants.PROTOCOL_VERSION_1;
    }

    void begin(SentClasses peerClasses) {
        if (classes != peerClasses) {
            classes = peerClasses;
            known = ClassPlan.NONE;
        }
    }

    void end() {
        if (defined != null) {
            defined = null;
        }
    }

    /** Forgets all classes of a stream of chunks. */
    void clear() {
        classes.clear();
        known = ClassPlan.NONE;
    }

    /** Returns the code of a class that the reader knows; less than FIRST_CLASS if it does not. */
    int codeOf(ClassPlan plan) {
        return plan == known ? knownCode : findCodeOf(plan);
    }

    private int findCodeOf(ClassPlan plan) {
        int id = classes.find(plan);
        if (id < 0 || !classes.isKnown(id)) {
            return NULL;
        }
        if (plan.isLasting) {
            known = plan;
            knownCode = FIRST_CLASS + id;
        }
        return FIRST_CLASS + id;
    }

    /** Writes the number of a class, and first its description if the reader does not know it. */
    void write(ClassPlan plan) throws IOException {
        int id = classes.find(plan);
        if (id >= 0 && (classes.isKnown(id) || defined != null && defined.get(id))) {
            out.putCode(FIRST_CLASS + id);
            return;
        }
        id = id >= 0 ? id : classes.assign(plan);
        if (out.isMessage) {
            defined = defined == null ? new BitSet() : defined;
            defined.set(id);
        } else {
            classes.markKnown(id + 1); // the reader reads in order
        }
        define(plan, id);
        if (plan.parent == null) {
            out.putCode(NULL);
        } else {
            write(plan.parent);
        }
    }

    private void define(ClassPlan plan, int id) throws IOException {
        if (plan.isProxy()) {
            defineProxy(plan.type, id);
            return;
        }
        out.putCode(DEFINE);
        out.putCode(id);
        if (isFirstVersion) {
            describe(plan.description);
        } else {
            out.stream.writeClassDescriptor(plan.description);
        }
        annotate(() -> out.stream.annotateClass(plan.type));
        if (plan.kind == ClassPlan.Kind.ENUM) {
            writeConstants(plan.type.getEnumConstants());
        }
    }

    private void defineProxy(Class<?> type, int id) throws IOException {
        out.putCode(DEFINE_PROXY);
        out.putCode(id);
        Class<?>[] interfaces = type.getInterfaces();
        out.putCode(interfaces.length);
        for (Class<?> each : interfaces) {
            out.stream.writeUTF(each.getName());
        }
        annotate(() -> out.stream.annotateProxyClass(type));
    }

    /** Writes the names of the constants, in their order. The class of a single constant with a body has none. */
    private void writeConstants(Object[] constants) throws IOException {
        out.putCode(constants == null ? 0 : constants.length);
        for (int i = 0; constants != null && i < constants.length; i++) {
            out.putString(((Enum<?>) constants[i]).name());
        }
    }

    /** Writes a class description. Its class may be missing here. */
    void writeDescription(ObjectStreamClass description) throws IOException {
        if (description.forClass() != null) {
            write(ClassPlan.of(description.forClass()));
            return;
        }
        out.putCode(DEFINE);
        out.putCode(classes.assign()); // nothing refers to this number
        out.stream.writeClassDescriptor(description);
        out.putCode(END);
        out.putCode(NULL);
    }

    private interface Annotation {
        void write() throws IOException;
    }

    private void annotate(Annotation annotation) throws IOException {
        out.inBlocks = true;
        try {
            annotation.write();
        } finally {
            out.inBlocks = false;
        }
        out.closeBlock();
        out.putCode(END);
    }

    /** Describes a class in the default way. */
    void describe(ObjectStreamClass description) throws IOException {
        Class<?> type = description.forClass();
        ClassPlan plan = type == null ? null : ClassPlan.of(type);
        ObjectStreamField[] fields = description.getFields();
        out.stream.writeUTF(description.getName());
        out.stream.writeLong(description.getSerialVersionUID());
        out.stream.writeByte(plan == null ? ObjectCodes.SERIALIZABLE : flags(plan));
        out.stream.writeShort(fields.length);
        for (ObjectStreamField field : fields) {
            out.stream.writeByte(field.getTypeCode());
            out.stream.writeUTF(field.getName());
            if (!field.isPrimitive()) {
                out.stream.writeUTF(field.getTypeString());
            }
        }
    }

    static int flags(ClassPlan plan) {
        return switch (plan.kind) {
            case ENUM -> ObjectCodes.SERIALIZABLE | ObjectCodes.ENUM;
            case EXTERNALIZABLE -> ObjectCodes.EXTERNALIZABLE;
            case NOT_SERIALIZABLE -> 0;
            default -> ObjectCodes.SERIALIZABLE | (plan.codec != null ? ObjectCodes.CODEC : 0)
                    | (plan.writeObject != null ? ObjectCodes.WRITE_METHOD : 0);
        };
    }
}
