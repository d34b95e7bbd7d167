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
 * Writes the classes of an object stream. A class is described to a reader that does not know it, and is a number
 * afterwards. Owned by one thread. Source: Java Object Serialization Specification, 4.3.
 */
abstract class ClassOutputStream extends BlockOutputStream {
    /** Whether the program chose protocol version 1, which does not call its writeClassDescriptor. */
    private boolean isFirstVersion;
    private SentClasses classes;
    /** Numbers of the classes that this message describes; null while there are none. */
    private BitSet defined;
    /** A lasting class that the reader knows, and its code. */
    private ClassPlan known = ClassPlan.NONE;
    private int knownCode;

    /** Creates a stream of chunks. */
    ClassOutputStream(OutputStream out) throws IOException {
        super(out);
        classes = new SentClasses();
    }

    /** Creates a stream that writes messages, one after the other. */
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

    final void begin(Serializer.MessageMemory memory, SentClasses peerClasses) {
        begin(memory);
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

    /** Resets the table of objects. A stream of chunks resets its classes too. */
    void clear() {
        if (!isMessage()) {
            classes.clear();
            known = ClassPlan.NONE;
        }
    }

    /** Returns the code of a class that the reader knows; less than FIRST_CLASS if it does not. */
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
            classes.learned(id + 1); // the reader reads in order
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

    /** Writes the names of the constants, in their order. The class of a single constant with a body has none. */
    private void writeConstants(Object[] constants) throws IOException {
        putCode(constants == null ? 0 : constants.length);
        for (int i = 0; constants != null && i < constants.length; i++) {
            writeString(((Enum<?>) constants[i]).name());
        }
    }

    /** Writes a class description. Its class may be missing here. */
    final void writeDescription(ObjectStreamClass description) throws IOException {
        if (description.forClass() != null) {
            writeClass(ClassPlan.of(description.forClass()));
            return;
        }
        putCode(DEFINE);
        putCode(classes.assign()); // nothing refers to this number
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
