package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.ObjectInput;
import java.nio.ByteBuffer;
import java.rmi.ConnectException;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.rmi.ServerException;
import java.rmi.UnexpectedException;
import java.rmi.UnmarshalException;
import org.rmi4mpi.serial.Streams;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.CallFrame;

/**
 * What a call has come to. Its frame is released by whichever method reads it.
 *
 * @param streams read the result
 * @param loader finds the classes of the result
 */
record Reply(ReferenceLayer layer, Frame frame, Streams streams, ClassLoader loader) {
    static final String NO_OBJECT = "no such object in table";
    static final String NO_METHOD = "unrecognized method hash: method not supported by remote object";

    boolean isResult() {
        return frame.bytes().get(CallFrame.KIND) == CallFrame.KIND_RESULT;
    }

    /** The result, boxed where it is primitive. Otherwise what the method threw is thrown here. */
    Object value(RemoteMethod method) throws Exception {
        if (!isResult()) {
            throw thrown(method);
        } else if (method.result() == void.class) {
            frame.release();
            return null;
        } else if (!method.result().isPrimitive()) {
            return object(method);
        }
        long bits = frame.bytes().getLong(CallFrame.REPLY_HEADER);
        frame.release();
        return Values.ofBits(method.result(), bits);
    }

    Object object(RemoteMethod method) throws UnmarshalException {
        int sender = frame.sender();
        try {
            return read();
        } catch (IOException | ClassNotFoundException e) {
            throw new UnmarshalException("error unmarshalling return of " + method + " at rank " + sender, e);
        }
    }

    /** What the caller is to throw. */
    Exception thrown(RemoteMethod method) throws UnmarshalException {
        byte kind = frame.bytes().get(CallFrame.KIND);
        String where = method + " at rank " + frame.sender();
        if (kind == CallFrame.KIND_NO_OBJECT || kind == CallFrame.KIND_NO_METHOD) {
            return absent(kind, ": call of " + where);
        }
        Object thrown;
        try {
            thrown = read();
        } catch (IOException | ClassNotFoundException e) {
            throw new UnmarshalException("an exception of " + where + " could not be unmarshalled", e);
        }
        if (!(thrown instanceof Exception exception)) {
            throw new UnmarshalException("what " + where + " threw is no Exception: " + thrown);
        }
        return method.promises() || isDeclared(exception, method) ? exception
                : new UnexpectedException("undeclared checked exception", exception);
    }

    private Exception absent(byte kind, String where) {
        frame.release();
        if (kind == CallFrame.KIND_NO_OBJECT) {
            return new NoSuchObjectException(NO_OBJECT + where + ", whose object was unexported, or collected since nobody"
                    + " held a stub");
        }
        return new ServerException("RemoteException occurred in server thread" + where, new UnmarshalException(NO_METHOD
                + where + ": the interface differs there; give all ranks the same class path"));
    }

    private static boolean isDeclared(Exception thrown, RemoteMethod method) {
        if (thrown instanceof RuntimeException || thrown instanceof RemoteException) {
            return true;
        }
        for (Class<?> declared : method.method().getExceptionTypes()) {
            if (declared.isInstance(thrown)) {
                return true;
            }
        }
        return false;
    }

    private Object read() throws IOException, ClassNotFoundException {
        ArrivingArrays arrays = null;
        try {
            arrays = layer.arraysOf(frame);
            ByteBuffer result = frame.bytes().position(CallFrame.REPLY_HEADER);
            try (ObjectInput in = layer.serializer().reader(streams, result, frame.sender(), loader, layer, arrays)) {
                return in.readObject();
            }
        } finally {
            if (arrays != null) {
                arrays.drain();
            }
            frame.release();
        }
    }

    static ConnectException unreached(Object call, TransportException e) {
        return new ConnectException("call of " + call + " failed: " + e.getMessage(), e);
    }
}
