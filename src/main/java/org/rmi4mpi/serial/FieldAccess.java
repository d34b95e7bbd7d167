package org.rmi4mpi.serial;

import java.io.ObjectStreamField;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import sun.misc.Unsafe;

/**
 * Accesses one field: copies a primitive field to and from the bytes of a message, gets and sets a reference. A field
 * that serialPersistentFields names and the class lacks is written as zero, and its value is dropped when read.
 * Immutable.
 *
 * <p>Uses Unsafe up to JDK 23. From JDK 24 on Unsafe prints warnings, and handles take its place.
 */
abstract class FieldAccess {
    private static final boolean BY_UNSAFE = Runtime.version().feature() < 24;

    final ObjectStreamField field;
    /** The field of the class; null if the class has no such field. */
    final Field real;
    final char type;
    /** Size in a message, in bytes; 0 for a reference. */
    final int size;

    FieldAccess(ObjectStreamField field, Field real) {
        this.field = field;
        this.real = real;
        type = field.getTypeCode();
        size = Primitive.sizeOf(type);
    }

    /** Returns null if the class's module is closed, and this JDK gives no other access. */
    static FieldAccess[] of(Class<?> owner, ObjectStreamField[] fields) {
        Map<String, Field> declared = new HashMap<>();
        for (Field field : owner.getDeclaredFields()) {
            declared.put(field.getType().descriptorString() + ' ' + field.getName(), field);
        }
        FieldAccess[] access = new FieldAccess[fields.length];
        MethodHandles.Lookup lookup = null; // created when the first existing field needs it
        try {
            for (int i = 0; i < fields.length; i++) {
                Field real = declared.get(fields[i].toString());
                if (real == null || real.getType() != fields[i].getType() || Modifier.isStatic(real.getModifiers())) {
                    access[i] = new Absent(fields[i]);
                } else if (isByUnsafe(owner)) {
                    access[i] = new ByUnsafe(fields[i], real);
                } else {
                    lookup = lookup != null ? lookup : MethodHandles.privateLookupIn(owner, MethodHandles.lookup());
                    access[i] = new ByHandle(fields[i], real, lookup);
                }
            }
        } catch (IllegalAccessException | RuntimeException e) {
            return null;
        }
        return access;
    }

    /** Whether Unsafe copies the fields. It refuses records and hidden classes. */
    static boolean isByUnsafe(Class<?> owner) {
        return BY_UNSAFE && !owner.isRecord() && !owner.isHidden();
    }

    /** Whether the class lacks the field. */
    boolean isAbsent() {
        return real == null;
    }

    /** Copies a primitive field into bytes. */
    abstract void copyOut(Object object, byte[] to, int at);

    /** Copies a primitive field out of bytes. */
    abstract void copyIn(Object object, byte[] from, int at);

    abstract Object get(Object object);

    abstract void set(Object object, Object value);

    private static final class Absent extends FieldAccess {
        Absent(ObjectStreamField field) {
            super(field, null);
        }

        @Override
        void copyOut(Object object, byte[] to, int at) {
            java.util.Arrays.fill(to, at, at + size, (byte) 0);
        }

        @Override
        void copyIn(Object object, byte[] from, int at) {}

        @Override
        Object get(Object object) {
            return null;
        }

        @Override
        void set(Object object, Object value) {}
    }

    private static final class ByUnsafe extends FieldAccess {
        private static final Unsafe UNSAFE = TheUnsafe.UNSAFE;

        private final long offset;

        @SuppressWarnings("deprecation") // JDKs up to 23 have no other way
        ByUnsafe(ObjectStreamField field, Field real) {
            super(field, real);
            offset = UNSAFE.objectFieldOffset(real);
        }

        @Override
        void copyOut(Object object, byte[] to, int at) {
            switch (type) {
                case 'Z', 'B' -> to[at] = UNSAFE.getByte(object, offset);
                case 'C', 'S' -> Bytes.putShort(to, at, UNSAFE.getShort(object, offset));
                case 'I', 'F' -> Bytes.putInt(to, at, UNSAFE.getInt(object, offset));
                default -> Bytes.putLong(to, at, UNSAFE.getLong(object, offset));
            }
        }

        @Override
        void copyIn(Object object, byte[] from, int at) {
            switch (type) {
                case 'Z' -> UNSAFE.putBoolean(object, offset, from[at] != 0);
                case 'B' -> UNSAFE.putByte(object, offset, from[at]);
                case 'C', 'S' -> UNSAFE.putShort(object, offset, Bytes.getShort(from, at));
                case 'I', 'F' -> UNSAFE.putInt(object, offset, Bytes.getInt(from, at));
                default -> UNSAFE.putLong(object, offset, Bytes.getLong(from, at));
            }
        }

        @Override
        Object get(Object object) {
            return UNSAFE.getObject(object, offset);
        }

        @Override
        void set(Object object, Object value) {
            UNSAFE.putObject(object, offset, value);
        }
    }

    /**
     * Uses a VarHandle: where the handle is not a constant, it is faster than a method handle and is created sooner.
     */
    private static final class ByHandle extends FieldAccess {
        private final VarHandle variable;
        /** Whether the setter is needed, since a VarHandle cannot set a final field. */
        private final boolean isFinal;
        /** Created on first use. Not volatile, since any instance works. */
        private MethodHandle setter;

        ByHandle(ObjectStreamField field, Field real, MethodHandles.Lookup lookup) throws IllegalAccessException {
            super(field, real);
            variable = lookup.unreflectVarHandle(real);
            isFinal = Modifier.isFinal(real.getModifiers());
            if (isFinal && !real.getDeclaringClass().isRecord()) {
                real.setAccessible(true);
            }
        }

        @Override
        void copyOut(Object object, byte[] to, int at) {
            switch (type) {
                case 'Z' -> to[at] = (byte) ((boolean) variable.get(object) ? 1 : 0);
                case 'B' -> to[at] = (byte) variable.get(object);
                case 'C' -> Bytes.putShort(to, at, (short) (char) variable.get(object));
                case 'S' -> Bytes.putShort(to, at, (short) variable.get(object));
                case 'I' -> Bytes.putInt(to, at, (int) variable.get(object));
                case 'F' -> Bytes.putInt(to, at, Float.floatToRawIntBits((float) variable.get(object)));
                case 'J' -> Bytes.putLong(to, at, (long) variable.get(object));
                default -> Bytes.putLong(to, at, Double.doubleToRawLongBits((double) variable.get(object)));
            }
        }

        @Override
        void copyIn(Object object, byte[] from, int at) {
            if (isFinal) {
                setFinal(object, Primitive.ofLetter(type).read(from, at));
                return;
            }
            switch (type) {
                case 'Z' -> variable.set(object, from[at] != 0);
                case 'B' -> variable.set(object, from[at]);
                case 'C' -> variable.set(object, (char) Bytes.getShort(from, at));
                case 'S' -> variable.set(object, Bytes.getShort(from, at));
                case 'I' -> variable.set(object, Bytes.getInt(from, at));
                case 'F' -> variable.set(object, Float.intBitsToFloat(Bytes.getInt(from, at)));
                case 'J' -> variable.set(object, Bytes.getLong(from, at));
                default -> variable.set(object, Double.longBitsToDouble(Bytes.getLong(from, at)));
            }
        }

        @Override
        Object get(Object object) {
            return (Object) variable.get(object);
        }

        @Override
        void set(Object object, Object value) {
            if (isFinal) {
                setFinal(object, value);
            } else {
                variable.set(object, value);
            }
        }

        private void setFinal(Object object, Object value) {
            try {
                if (setter == null) {
                    setter = MethodHandles.lookup().unreflectSetter(real)
                            .asType(MethodType.methodType(void.class, Object.class, Object.class));
                }
                setter.invokeExact(object, value);
            } catch (ClassCastException e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException("field " + field.getName() + " cannot be reached", e);
            }
        }
    }
}
