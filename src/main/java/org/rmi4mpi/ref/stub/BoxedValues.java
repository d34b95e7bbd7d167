package org.rmi4mpi.ref.stub;

import java.nio.ByteBuffer;
import java.rmi.RemoteException;
import org.rmi4mpi.serial.Primitive;

/** Boxed arguments and results, for calls by reflection. Primitive arguments come first. Stateless. */
final class BoxedValues {
    private BoxedValues() {}

    static void putArguments(Class<?>[] types, Object[] values, OutgoingCall call) throws RemoteException {
        for (int i = 0; i < types.length; i++) {
            if (types[i].isPrimitive()) {
                Primitive.of(types[i]).write(values[i], call.primitiveArguments());
            }
        }
        for (int i = 0; i < types.length; i++) {
            if (!types[i].isPrimitive()) {
                call.putObject(values[i]);
            }
        }
    }

    /** Makes the call, and returns its boxed result. */
    static Object invoke(Class<?> resultType, OutgoingCall call) throws Exception {
        Object outcome = call.invoke();
        if (resultType == void.class) {
            call.getVoid(outcome);
            return null;
        }
        return resultType.isPrimitive() ? Primitive.of(resultType).fromBits(call.getLong(outcome))
                : call.getObject(outcome);
    }

    static Object[] getArguments(Class<?>[] types, IncomingCall call) throws RemoteException {
        ByteBuffer primitives = call.arguments();
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            if (types[i].isPrimitive()) {
                values[i] = Primitive.of(types[i]).read(primitives);
            }
        }
        for (int i = 0; i < types.length; i++) {
            if (!types[i].isPrimitive()) {
                values[i] = call.getObject();
            }
        }
        return values;
    }

    static void putResult(Class<?> type, Object value, IncomingCall call) {
        if (type == void.class) {
            call.putVoid();
        } else if (type.isPrimitive()) {
            call.putLong(Primitive.of(type).toBits(value));
        } else {
            call.putObject(value);
        }
    }
}
