package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Objects;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.rmi4mpi.wire.ObjectCodes;

/**
 * A class as its writer described it, and the local class that matches it. Specification, 4.3 and 5. Owned by the
 * stream that read it; immutable once it is matched.
 */
final class StreamClass {
    /** A field of the writer's class. */
    record StreamField(char type, String name, String signature) {
        int size() {
            return Primitive.sizeOf(type);
        }

        /** Like equals, which the JVM takes milliseconds to link for a record. */
        boolean isLike(StreamField other) {
            return type == other.type && name.equals(other.name) && Objects.equals(signature, other.signature);
        }
    }

    /** The data of one class in an object: described by the stream, present here, or both. */
    record Slot(StreamClass described, ClassPlan local, FieldAccess[] targets, boolean isSame) {
        boolean isRead() {
            return local != null;
        }
    }

    final String name;
    final long version;
    final int flags;
    final boolean proxy;
    /** Primitive fields need not come first: the description may come from a program's readClassDescriptor. */
    final StreamField[] fields;
    /** For each field: its offset among the primitive fields in bytes, or its index among the references. */
    final int[] places;
    final int primitiveBytes;
    final int references;
    /** Reads the instances; null if they are read field by field, or if no codec has this name. */
    final Codec codec;
    private final boolean isArray;
    /** Null unless this is an array of a primitive type. */
    final Primitive elements;
    /**
     * The writer's numbers of the class and of its superclass, or -1. Set in the description only, not in its matched
     * copy.
     */
    int id;
    int parentId = -1;
    /** Where the writer has the class from; null if unknown. Set in the description only. */
    ClassHome home;
    /** See {@link #description()}; null until first used. */
    ObjectStreamClass description;
    StreamClass parent;
    /** Null if the class is missing here. */
    ClassPlan local;
    ClassNotFoundException missing;
    /** The reason why no instance can be created here; null if instances can be created. */
    private String refusal;
    private Slot[] slots;
    /**
     * The plans of the classes of an instance that is only fields or a value, if its local fields are the same. Null
     * otherwise.
     */
    ClassPlan[] plain;
    /** The only element of {@link #plain}; null if there is none or more than one. */
    ClassPlan single;
    /** Reads an instance that is a value; otherwise null. */
    Codec value;
    /** A short way to read the instances; null if there is none. */
    ShortForm shortData;
    /** For an enum, the names of the constants by the writer's ordinals. */
    String[] constants;
    private Object[] ownConstants;

    StreamClass(String name, long version, int flags, boolean proxy, StreamField[] fields) {
        this.name = name;
        this.version = version;
        this.flags = flags;
        this.proxy = proxy;
        this.fields = fields;
        codec = has(ObjectCodes.CODEC) ? Codec.of(name) : null;
        isArray = !proxy && name.startsWith("[");
        elements = isArray && name.length() == 2 ? Primitive.ofLetter(name.charAt(1)) : null;
        places = new int[fields.length];
        int bytes = 0;
        int referenceCount = 0;
        for (int i = 0; i < fields.length; i++) {
            int size = fields[i].size();
            places[i] = size > 0 ? bytes : referenceCount++;
            bytes += size;
        }
        primitiveBytes = bytes;
        references = referenceCount;
    }

    /** For a proxy, the names of its interfaces. */
    String[] interfaces() {
        return name.isEmpty() ? new String[0] : name.split(",");
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** Whether the other description is the same, except for superclasses further up. */
    boolean isSameAs(StreamClass other) {
        return parentId == other.parentId && isDescribedAs(other);
    }

    /** Matches this description with a local class, and returns the result. */
    StreamClass matchedWith(Class<?> found, ClassNotFoundException absent, StreamClass parent)
            throws InvalidClassException {
        ClassPlan plan = found == null ? null : ClassPlan.of(found);
        StreamClass before = plan == null ? null : plan.matched;
        if (before != null && before.parent == parent && before.isDescribedAs(this)) {
            return before;
        }
        StreamClass stream = new StreamClass(name, version, flags, proxy, withInternedNames(fields));
        stream.constants = constants;
        stream.missing = absent;
        stream.description = plan == null ? description : null;
        stream.match(found, parent);
        if (plan != null) {
            plan.matched = stream;
        }
        return stream;
    }

    /** Interns the names. The names in programs are interned too, and comparing the same string is faster. */
    private static StreamField[] withInternedNames(StreamField[] fields) {
        return Arrays.stream(fields)
                .map(each -> new StreamField(each.type(), each.name().intern(), each.signature()))
                .toArray(StreamField[]::new);
    }

    private boolean isDescribedAs(StreamClass other) {
        return name.equals(other.name) && version == other.version && flags == other.flags && proxy == other.proxy
                && hasFieldsOf(other) && Arrays.equals(constants, other.constants);
    }

    private boolean hasFieldsOf(StreamClass other) {
        boolean same = fields.length == other.fields.length;
        for (int i = 0; same && i < fields.length; i++) {
            same = fields[i].isLike(other.fields[i]);
        }
        return same;
    }

    /** Compares the description with the local class. */
    private void match(Class<?> found, StreamClass parent) throws InvalidClassException {
        this.parent = parent;
        if (found == null) {
            return;
        }
        ClassPlan plan = ClassPlan.of(found);
        boolean serializable = plan.kind != ClassPlan.Kind.NOT_SERIALIZABLE;
        if (proxy != plan.isProxy()) {
            throw new InvalidClassException(name, proxy ? "cannot bind proxy descriptor to a non-proxy class"
                    : "cannot bind non-proxy descriptor to a proxy class");
        }
        local = plan;
        if (proxy) {
            return;
        }
        boolean isEnum = plan.kind == ClassPlan.Kind.ENUM;
        if (has(ObjectCodes.ENUM) != isEnum) {
            throw new InvalidClassException(name, isEnum ? "cannot bind non-enum descriptor to an enum class"
                    : "cannot bind enum descriptor to a non-enum class");
        }
        boolean externalizable = plan.kind == ClassPlan.Kind.EXTERNALIZABLE;
        boolean wasSerializable = (flags & (ObjectCodes.SERIALIZABLE | ObjectCodes.EXTERNALIZABLE)) != 0;
        if (wasSerializable == serializable && !found.isArray() && !found.isRecord() && !isEnum
                && version != plan.description.getSerialVersionUID()) {
            throw new InvalidClassException(name, "local class incompatible: stream classdesc serialVersionUID = "
                    + version + ", local class serialVersionUID = " + plan.description.getSerialVersionUID());
        }
        if (!name.substring(name.lastIndexOf('.') + 1).equals(found.getName().substring(
                found.getName().lastIndexOf('.') + 1))) {
            throw new InvalidClassException(name, "local class name incompatible with stream class name \"" + name
                    + "\"");
        }
        if (isEnum) {
            return;
        }
        if (wasSerializable && serializable && has(ObjectCodes.EXTERNALIZABLE) != externalizable) {
            throw new InvalidClassException(found.getName(), "Serializable incompatible with Externalizable");
        }
        if (wasSerializable != serializable || has(ObjectCodes.EXTERNALIZABLE) != externalizable || !wasSerializable) {
            refusal = "class invalid for deserialization";
        } else if (!found.isArray() && needsConstructor(plan) && !plan.hasConstructor()) {
            refusal = found.isRecord() ? "record canonical constructor not found" : "no valid constructor";
        } else if (plan.defect != null) {
            refusal = plan.defect;
        }
        if (codec != plan.codec && has(ObjectCodes.CODEC)) {
            refusal = "written by a codec other than that of the local class";
        }
        checkFieldTypes(plan.description);
        if (plan.shortData != null && refusal == null && missing == null && isLaidOutAs(plan)) {
            shortData = plan.shortData;
        }
        if (has(ObjectCodes.CODEC) ? codec == plan.codec && codec != null && !codec.isCollection()
                : plan.plain != null && plan.codec == null && plan.readResolve == null && isPlain()) {
            value = codec;
            plain = plan.plain;
            single = plain.length == 1 ? plain[0] : null;
        }
    }

    /** Whether the data of an instance is that of the local class, and its superclasses have none. */
    private boolean isLaidOutAs(ClassPlan plan) {
        boolean same = fields.length == plan.declared.length
                && has(ObjectCodes.EXTERNALIZABLE) != has(ObjectCodes.WRITE_METHOD);
        for (int i = 0; same && i < fields.length; i++) {
            same = fields[i].name().equals(plan.declared[i].getName())
                    && fields[i].type() == plan.declared[i].getTypeCode();
        }
        for (StreamClass each = parent; same && each != null; each = each.parent) {
            same = each.fields.length == 0 && !each.has(ObjectCodes.WRITE_METHOD);
        }
        return same;
    }

    private boolean isPlain() throws InvalidClassException {
        if (refusal != null || missing != null || (flags & ~ObjectCodes.SERIALIZABLE) != 0) {
            return false;
        }
        for (Slot slot : slots()) {
            if (!slot.isSame() || slot.described().has(ObjectCodes.WRITE_METHOD)) {
                return false;
            }
        }
        return true;
    }

    private static boolean needsConstructor(ClassPlan plan) {
        return plan.kind == ClassPlan.Kind.ORDINARY || plan.kind == ClassPlan.Kind.EXTERNALIZABLE
                || plan.kind == ClassPlan.Kind.RECORD;
    }

    private void checkFieldTypes(ObjectStreamClass here) throws InvalidClassException {
        ObjectStreamField[] ownFields = here.getFields();
        for (int i = 0; i < fields.length; i++) {
            StreamField field = fields[i];
            boolean isAlike = i < ownFields.length && ownFields[i].getName().equals(field.name());
            ObjectStreamField own = isAlike ? ownFields[i] : here.getField(field.name());
            if (own != null && (own.isPrimitive() || field.size() > 0) && own.getTypeCode() != field.type()) {
                throw new InvalidClassException(here.getName(), "incompatible types for field " + field.name());
            }
        }
    }

    /** @throws InvalidClassException if the writer's class and the local class contradict each other */
    void checkInstantiable() throws InvalidClassException {
        if (refusal != null) {
            throw new InvalidClassException(name, refusal);
        } else if (has(ObjectCodes.CODEC) && codec == null) {
            throw new InvalidClassException(name, "written by a codec that does not exist here");
        }
    }

    /** The data of an instance, superclasses first. Specification, 3.1, item 11. */
    Slot[] slots() throws InvalidClassException {
        if (slots == null) {
            slots = layOut().toArray(Slot[]::new); // a race is harmless: slots are immutable records
        }
        return slots;
    }

    boolean isArray() {
        return isArray;
    }

    /** The description that hook methods receive: the writer's class, with the local class if there is one. */
    ObjectStreamClass description() throws IOException {
        if (description == null) {
            description = local == null ? StreamDescriptions.of(this)
                    : proxy || isArray || has(ObjectCodes.ENUM) ? local.description
                    : StreamDescriptions.of(this, local.type);
        }
        return description;
    }

    /** The local enum constant for an ordinal of the writer. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    Object constant(int ordinal) throws InvalidObjectException {
        if (ordinal < 0 || constants == null || ordinal >= constants.length) {
            throw new InvalidObjectException("constant " + ordinal + " does not exist in enum " + name);
        }
        Object[] own = ownConstants; // a race is harmless: threads create equal arrays
        if (own == null) {
            own = new Object[constants.length];
            ownConstants = own;
        }
        Object constant = own[ordinal];
        if (constant == null) {
            try {
                constant = Enum.valueOf((Class<? extends Enum>) local.type, constants[ordinal]);
            } catch (IllegalArgumentException e) {
                InvalidObjectException invalid = new InvalidObjectException(
                        "enum constant " + constants[ordinal] + " does not exist in " + local.type);
                invalid.initCause(e);
                throw invalid;
            }
            own[ordinal] = constant;
        }
        return constant;
    }

    private List<Slot> layOut() throws InvalidClassException {
        List<Slot> found = new ArrayList<>();
        Set<String> names = new HashSet<>();
        ClassPlan start = local;
        for (StreamClass each = this; each != null; each = each.parent) {
            if (!names.add(each.name)) {
                throw new InvalidClassException(name, "Circular reference.");
            }
            String wanted = each.local != null ? each.local.type.getName() : each.name;
            ClassPlan match = start;
            while (match != null && !match.type.getName().equals(wanted)) {
                match = match.parent;
            }
            if (match != null) {
                for (; start != match; start = start.parent) {
                    found.add(new Slot(null, start, null, false));
                }
                start = match.parent;
            }
            found.add(new Slot(each, match, match == null ? null : each.targets(match), each.hasFieldsOf(match)));
        }
        for (; start != null; start = start.parent) {
            found.add(new Slot(null, start, null, false));
        }
        Collections.reverse(found);
        return found;
    }

    /** Whether the local class has the stream's fields in the same order. */
    private boolean hasFieldsOf(ClassPlan plan) {
        if (plan == null || plan.copier == null || plan.fields.length != fields.length) {
            return false;
        }
        for (int i = 0; i < fields.length; i++) {
            FieldAccess own = plan.fields[i];
            if (!own.field.getName().equals(fields[i].name()) || own.size != fields[i].size()
                    || own.size > 0 && own.type != fields[i].type()) {
                return false;
            }
        }
        return true;
    }

    /** The local field for each field of the stream, null for none. The result is null if fields cannot be accessed. */
    private FieldAccess[] targets(ClassPlan plan) {
        if (plan.fields == null) {
            return null;
        }
        FieldAccess[] targets = new FieldAccess[fields.length];
        for (int i = 0; i < fields.length; i++) {
            targets[i] = plan.field(fields[i].name(), i);
        }
        return targets;
    }
}
