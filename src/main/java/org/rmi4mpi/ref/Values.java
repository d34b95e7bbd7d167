package org.rmi4mpi.ref;

import java.rmi.RemoteException;

/** Boxed arguments and results, for calls by reflection. Primitive arguments come first. Stateless. */
final class Values {
    private Values() {}

    static void put(Class<?>[] types, Object[] values, OutgoingCall call) throws RemoteException {
        for (int i = 0; i < types.length; i++) {
            if (types[i].isPrimitive()) {
                put(types[i], values[i], call);
            }
        }
        for (int i = 0; i < types.length; i++) {
            if (!types[i].isPrimitive()) {
                call.putObject(values[i]);
            }
        }
    }

    private static void put(Class<?> type, Object value, OutgoingCall call) {
        if (type == int.class) {
            call.putInt((int) value);
        } else if (type == boolean.class) {
            call.putBoolean((boolean) value);
        } else if (type == byte.class) {
            call.putByte((byte) value);
        } else if (type == char.class) {
            call.putChar((char) value);
        } else if (type == short.class) {
            call.putShort((short) value);
        } else if (type == long.class) {
            call.putLong((long) value);
        } else if (type == float.class) {
            call.putFloat((float) value);
        } else {
            call.putDouble((double) value);
        }
    }

    /** Makes the call, and returns its boxed result. */
    static Object result(Class<?> type, OutgoingCall call) throws Exception {
        Object outcome = call.invoke();
        if (type == void.class) {
            call.getVoid(outcome);
            return null;
        }
        return type.isPrimitive() ? ofBits(type, call.getLong(outcome)) : call.getObject(outcome);
    }

    /** Boxes a primitive result, which travels in 8 bytes. */
    static Object ofBits(Class<?> type, long bits) {
        if (type == int.class) {
            return (int) bits;
        } else if (type == boolean.class) {
            return bits != 0;
        } else if (type == byte.class) {
            return (byte) bits;
        } else if (type == char.class) {
            return (char) bits;
        } else if (type == short.class) {
            return (short) bits;
        } else if (type == long.class) {
            return bits;
        } else if (type == float.class) {
            return Float.intBitsToFloat((int) bits);
        }
        return Double.longBitsToDouble(bits);
    }

    static Object[] get(Class<?>[] types, IncomingCall call) throws RemoteException {
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            if (types[i].isPrimitive()) {
                values[i] = get(types[i], call);
            }
        }
        for (int i = 0; i < types.length; i++) {
            if (!types[i].isPrimitive()) {
                values[i] = call.getObject();
            }
        }
        return values;
    }

    private static Object get(Class<?> type, IncomingCall call) {
        if (type == int.class) {
            return call.getInt();
        } else if (type == boolean.class) {
            return call.getBoolean();
        } else if (type == byte.class) {
            return call.getByte();
        } else if (type == char.class) {
            return call.getChar();
        } else if (type == short.class) {
            return call.getShort();
        } else if (type == long.class) {
            return call.getLong();
        } else if (type == float.class) {
            return call.getFloat();
        }
        return call.getDouble();
    }

    static void put(Class<?> type, Object value, IncomingCall call) {
        if (type == void.class) {
            call.putVoid();
        } else if (type == int.class) {
            call.putInt((int) value);
        } else if (type == boolean.class) {
            call.putBoolean((boolean) value);
        } else if (type == byte.class) {
            call.putByte((byte) value);
        } else if (type == char.class) {
            call.putChar((char) value);
        } else if (type == short.class) {
            call.putShort((short) value);
        } else if (type == long.class) {
            call.putLong((long) value);
        } else if (type == float.class) {
            call.putFloat((float) value);
        } else if (type == double.class) {
            call.putDouble((double) value);
        } else {
            call.putObject(value);
        }
    }
}
