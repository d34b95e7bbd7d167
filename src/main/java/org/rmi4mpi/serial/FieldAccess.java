package org.rmi4mpi.serial;

import java.io.ObjectStreamField;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import sun.misc.Unsafe;

/**
 * One field of objects: copied into a message's bytes and out of them, or, of a reference, got and set. A field that the
 * class declares as persistent and does not have is written as zero and read to nowhere. Immutable.
 *
 * <p>Up to JDK 23 fields are reached by Unsafe, and from 24 on, where that warns, by method handles.
 */
abstract class FieldAccess {
    private static final boolean BY_UNSAFE = Runtime.version().feature() < 24;

    final ObjectStreamField field;
    final char type;
    /** In a message, in bytes; 0 of a reference. */
    final int size;

    FieldAccess(ObjectStreamField field) {
        this.field = field;
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
    static FieldAccess of(Class<?> owner, ObjectStreamField field) {
        Field real = declared(owner, field);
        if (real == null) {
            return new Absent(field);
        }
        try {
            if (BY_UNSAFE) {
                return new ByUnsafe(field, real);
            }
        } catch (UnsupportedOperationException e) {
            // of a record or a hidden class, which Unsafe refuses
        }
        try {
            real.setAccessible(true);
            return new ByHandle(field, real);
        } catch (RuntimeException | IllegalAccessException e) {
            return null;
        }
    }

    private static Field declared(Class<?> owner, ObjectStreamField field) {
        try {
            Field real = owner.getDeclaredField(field.getName());
            return real.getType() == field.getType() && (real.getModifiers() & java.lang.reflect.Modifier.STATIC) == 0
                    ? real : null;
        } catch (NoSuchFieldException e) {
            return null;
        }
    }

    /** Whether the class has no such field. */
    boolean isAbsent() {
        return this instanceof Absent;
    }

    /** Of a primitive field. */
    abstract void copyOut(Object object, byte[] to, int at);

    /** Of a primitive field. */
    abstract void copyIn(Object object, byte[] from, int at);

    abstract Object get(Object object);

    abstract void set(Object object, Object value);

    private static final class Absent extends FieldAccess {
        Absent(ObjectStreamField field) {
            super(field);
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
            super(field);
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

    private static final class ByHandle extends FieldAccess {
        private final MethodHandle getter;
        /** Null of a record's, which only its constructor sets. */
        private final MethodHandle setter;

        ByHandle(ObjectStreamField field, Field real) throws IllegalAccessException {
            super(field);
            Class<?> kind = size == 0 ? Object.class : real.getType();
            getter = MethodHandles.lookup().unreflectGetter(real).asType(MethodType.methodType(kind, Object.class));
            setter = real.getDeclaringClass().isRecord() ? null : MethodHandles.lookup().unreflectSetter(real)
                    .asType(MethodType.methodType(void.class, Object.class, kind));
        }

        @Override
        void copyOut(Object object, byte[] to, int at) {
            try {
                switch (type) {
                    case 'Z' -> to[at] = (byte) ((boolean) getter.invokeExact(object) ? 1 : 0);
                    case 'B' -> to[at] = (byte) getter.invokeExact(object);
                    case 'C' -> Bytes.putShort(to, at, (short) (char) getter.invokeExact(object));
                    case 'S' -> Bytes.putShort(to, at, (short) getter.invokeExact(object));
                    case 'I' -> Bytes.putInt(to, at, (int) getter.invokeExact(object));
                    case 'F' -> Bytes.putInt(to, at, Float.floatToRawIntBits((float) getter.invokeExact(object)));
                    case 'J' -> Bytes.putLong(to, at, (long) getter.invokeExact(object));
                    default -> Bytes.putLong(to, at, Double.doubleToRawLongBits((double) getter.invokeExact(object)));
                }
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }

        @Override
        void copyIn(Object object, byte[] from, int at) {
            try {
                switch (type) {
                    case 'Z' -> setter.invokeExact(object, from[at] != 0);
                    case 'B' -> setter.invokeExact(object, from[at]);
                    case 'C' -> setter.invokeExact(object, (char) Bytes.getShort(from, at));
                    case 'S' -> setter.invokeExact(object, Bytes.getShort(from, at));
                    case 'I' -> setter.invokeExact(object, Bytes.getInt(from, at));
                    case 'F' -> setter.invokeExact(object, Float.intBitsToFloat(Bytes.getInt(from, at)));
                    case 'J' -> setter.invokeExact(object, Bytes.getLong(from, at));
                    default -> setter.invokeExact(object, Double.longBitsToDouble(Bytes.getLong(from, at)));
                }
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }

        @Override
        Object get(Object object) {
            try {
                return (Object) getter.invokeExact(object);
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }

        @Override
        void set(Object object, Object value) {
            try {
                setter.invokeExact(object, value);
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }

        private IllegalStateException unexpected(Throwable e) {
            return new IllegalStateException("field " + field.getName() + " cannot be reached", e);
        }
    }
}
