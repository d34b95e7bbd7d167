package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.DEFINE;
import static org.rmi4mpi.wire.ObjectCodes.DEFINE_PROXY;
import static org.rmi4mpi.wire.ObjectCodes.END;
import static org.rmi4mpi.wire.ObjectCodes.FIRST_CLASS;
import static org.rmi4mpi.wire.ObjectCodes.NULL;

import java.io.IOException;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.OutputStream;
import java.util.BitSet;
import org.rmi4mpi.wire.ObjectCodes;

/**
 * The classes of an object stream's objects: they are described to a reader that does not know them, and are a number
 * to one that does. Owned by one thread. Source: Java Object Serialization Specification, 4.3.
 */
abstract class ClassOutputStream extends BlockOutputStream {
    /** Whether the program asked for protocol version 1, in which its own writeClassDescriptor is not called. */
    private boolean isFirstVersion;
    private SentClasses classes;
    /** Those that this message describes, by their numbers; null while there is none. */
    private BitSet defined;
    /** One that the reader knows, and its code; a lasting one. */
    private ClassPlan known = ClassPlan.NONE;
    private int knownCode;

    /** Of a stream of chunks. */
    ClassOutputStream(OutputStream out) throws IOException {
        super(out);
        classes = new SentClasses();
    }

    /** Of messages, one after the other. */
    ClassOutputStream() throws IOException {}

    @Override
    public void useProtocolVersion(int version) throws IOException {
        if (isStarted()) {
            throw new IllegalStateException("stream non-empty");
        }
        if (version != PROTOCOL_VERSION_1 && version != PROTOCOL_VERSION_2) {
            throw new IllegalArgumentException("unknown version: " + version);
        }
        isFirstVersion = version == PROTOCOL_VERSION_1;
    }

    final void begin(Serializer.Room room, SentClasses peerClasses) {
        begin(room);
        if (classes != peerClasses) {
            classes = peerClasses;
            known = ClassPlan.NONE;
        }
    }

    @Override
    final void end() {
        if (defined != null) {
            defined = null;
        }
        super.end();
    }

    /** The table of objects starts anew, and in a stream that of the classes, too. */
    void clear() {
        if (!isMessage()) {
            classes.clear();
            known = ClassPlan.NONE;
        }
    }

    /** Of a class that the reader knows; less than that of any where it does not. */
    final int codeOf(ClassPlan plan) {
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

    final void writeClass(ClassPlan plan) throws IOException {
        int id = classes.find(plan);
        if (id >= 0 && (classes.isKnown(id) || defined != null && defined.get(id))) {
            putCode(FIRST_CLASS + id);
            return;
        }
        id = id >= 0 ? id : classes.assign(plan);
        if (isMessage()) {
            defined = defined == null ? new BitSet() : defined;
            defined.set(id);
        } else {
            classes.learned(id + 1); // it is read in order
        }
        if (plan.isProxy()) {
            putCode(DEFINE_PROXY);
            putCode(id);
            Class<?>[] interfaces = plan.type.getInterfaces();
            putCode(interfaces.length);
            for (Class<?> each : interfaces) {
                writeUTF(each.getName());
            }
            annotate(() -> annotateProxyClass(plan.type));
        } else {
            putCode(DEFINE);
            putCode(id);
            if (isFirstVersion) {
                describe(plan.description);
            } else {
                writeClassDescriptor(plan.description);
            }
            annotate(() -> annotateClass(plan.type));
            if (plan.kind == ClassPlan.Kind.ENUM) {
                writeConstants(plan.type.getEnumConstants());
            }
        }
        if (plan.parent == null) {
            putCode(NULL);
        } else {
            writeClass(plan.parent);
        }
    }

    /** Names, in the order of the constants; none of a class that is one constant's. */
    private void writeConstants(Object[] constants) throws IOException {
        putCode(constants == null ? 0 : constants.length);
        for (int i = 0; constants != null && i < constants.length; i++) {
            writeString(((Enum<?>) constants[i]).name());
        }
    }

    /** A description may be of a class that is not here. */
    final void writeDescription(ObjectStreamClass description) throws IOException {
        if (description.forClass() != null) {
            writeClass(ClassPlan.of(description.forClass()));
            return;
        }
        putCode(DEFINE);
        putCode(classes.assign()); // a number that nothing refers to
        writeClassDescriptor(description);
        putCode(END);
        putCode(NULL);
    }

    private interface Annotation {
        void write() throws IOException;
    }

    private void annotate(Annotation annotation) throws IOException {
        inBlocks = true;
        try {
            annotation.write();
        } finally {
            inBlocks = false;
        }
        closeBlock();
        putCode(END);
    }

    @Override
    protected void writeClassDescriptor(ObjectStreamClass description) throws IOException {
        describe(description);
    }

    private void describe(ObjectStreamClass description) throws IOException {
        Class<?> type = description.forClass();
        ClassPlan plan = type == null ? null : ClassPlan.of(type);
        ObjectStreamField[] fields = description.getFields();
        writeUTF(description.getName());
        writeLong(description.getSerialVersionUID());
        writeByte(plan == null ? ObjectCodes.SERIALIZABLE : flags(plan));
        writeShort(fields.length);
        for (ObjectStreamField field : fields) {
            writeByte(field.getTypeCode());
            writeUTF(field.getName());
            if (!field.isPrimitive()) {
                writeUTF(field.getTypeString());
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

    @Override
    protected void annotateClass(Class<?> type) throws IOException {}

    @Override
    protected void annotateProxyClass(Class<?> type) throws IOException {}
}
