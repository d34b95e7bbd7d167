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
 * One field of objects: copied into a message's bytes and out of them, or, of a reference, got and set. A field that the
 * class declares as persistent and does not have is written as zero and read to nowhere. Immutable.
 *
 * <p>Up to JDK 23 fields are reached by Unsafe, and from 24 on, where that warns, by handles.
 */
abstract class FieldAccess {
    private static final boolean BY_UNSAFE = Runtime.version().feature() < 24;

    final ObjectStreamField field;
    /** That of the class; null where it has no such field. */
    final Field real;
    final char type;
    /** In a message, in bytes; 0 of a reference. */
    final int size;

    FieldAccess(ObjectStreamField field, Field real) {
        this.field = field;
        this.real = real;
        type = field.getTypeCode();
        size = sizeOf(type);
    }

    static int sizeOf(char type) {
        return switch (type) {
            case 'Z', 'B' -> 1;
            case 'C', 'S' -> 2;
            case 'I', 'F' -> 4;
            case 'J', 'D' -> 8;
            default -> 0;
        };
    }

    /** Returns null where the class's module is closed, and this JDK gives no other way in. */
    static FieldAccess[] of(Class<?> owner, ObjectStreamField[] fields) {
        Map<String, Field> declared = new HashMap<>();
        for (Field field : owner.getDeclaredFields()) {
            declared.put(field.getType().descriptorString() + ' ' + field.getName(), field);
        }
        FieldAccess[] access = new FieldAccess[fields.length];
        MethodHandles.Lookup lookup = null; // only real fields ask for it
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

    /** Unsafe refuses records and hidden classes. */
    private static boolean isByUnsafe(Class<?> owner) {
        return BY_UNSAFE && !owner.isRecord() && !owner.isHidden();
    }

    /** Whether the class has no such field. */
    boolean isAbsent() {
        return real == null;
    }

    /** Of a primitive field. */
    abstract void copyOut(Object object, byte[] to, int at);

    /** Of a primitive field. */
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

        @SuppressWarnings("deprecation") // up to JDK 23 there is nothing else
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

    /** Of a handle that is no constant, one of a variable is faster than one of a method, and made sooner. */
    private static final class ByHandle extends FieldAccess {
        private final VarHandle variable;
        /** Whether it is set by the setter, for the variable cannot. */
        private final boolean isFinal;
        /** Made when it is needed; any of several will do. */
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
                setFinal(object, Defaults.boxed(type, from, at));
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
