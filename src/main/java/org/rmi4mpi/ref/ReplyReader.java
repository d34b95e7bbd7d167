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
import org.rmi4mpi.dispatch.Losses;
import org.rmi4mpi.ref.ArrivingPieces.ReplacedException;
import org.rmi4mpi.ref.stub.RemoteMethod;
import org.rmi4mpi.serial.Primitive;
import org.rmi4mpi.serial.StreamCache;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.LostRankException;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.ReplyFrame;

/** Reads the outcomes of calls, one at a time. Each method releases the frame that it reads. Owned by one thread. */
final class ReplyReader {
    static final String NO_OBJECT = "no such object in table";
    static final String NO_METHOD = "unrecognized method hash: method not supported by remote object";

    private final Marshaller marshaller;
    private final RankNames names;
    private final StreamCache streams;

    ReplyReader(Marshaller marshaller, RankNames names, StreamCache streams) {
        this.marshaller = marshaller;
        this.names = names;
        this.streams = streams;
    }

    /**
     * Returns the result, boxed if it is primitive. Throws the exception of the method.
     *
     * @param loader finds the classes of the result
     */
    Object value(Frame frame, RemoteMethod method, ClassLoader loader) throws Exception {
        if (FrameHeader.kind(frame.bytes()) != FrameKind.RESULT) {
            throw thrownLater(frame, method, loader);
        } else if (method.result() == void.class) {
            frame.release();
            return null;
        } else if (!method.result().isPrimitive()) {
            try {
                return object(frame, method, loader);
            } catch (ReplacedException e) {
                throw thrownLater(e.replacement(), method, loader);
            }
        }
        return Primitive.of(method.result()).fromBits(bits(frame, method));
    }

    /** Returns a primitive result as it travels, in 8 bytes. */
    long bits(Frame frame, RemoteMethod method) throws UnmarshalException {
        try {
            ByteBuffer bytes = frame.bytes();
            if (!ReplyFrame.hasBits(bytes)) {
                throw tooShort(frame, method);
            }
            return ReplyFrame.bits(bytes);
        } finally {
            frame.release();
        }
    }

    private static UnmarshalException tooShort(Frame frame, RemoteMethod method) {
        return new UnmarshalException("error unmarshalling return of " + method + " at rank " + frame.sender()
                + ": a reply of " + frame.bytes().limit() + " bytes has no room for a result of type " + method.result()
                + ": give all ranks the same jars");
    }

    /**
     * @param loader finds the classes of the result
     * @throws ReplacedException if the callee has replaced the result by an exception
     * @throws RankLostException if the callee is lost before the whole result has come
     */
    Object object(Frame frame, RemoteMethod method, ClassLoader loader) throws RemoteException, ReplacedException {
        int sender = frame.sender();
        try {
            return read(frame, loader);
        } catch (ReplacedException e) {
            throw e;
        } catch (LostRankException e) {
            Losses.tellProgram();
            throw unreached(method + " at rank " + sender, e);
        } catch (IOException | ClassNotFoundException e) {
            throw new UnmarshalException("error unmarshalling return of " + method + " at rank " + sender, e);
        }
    }

    /**
     * Returns the exception for this thread, which has made the call.
     *
     * @param name of the method in stack traces
     * @param loader finds the classes of the exception
     * @param own whether this thread ran the method, so that its stack trace has the caller's frames already
     */
    Exception thrownHere(Frame frame, RemoteMethod method, String name, ClassLoader loader, boolean own)
            throws UnmarshalException {
        boolean isSent = FrameHeader.kind(frame.bytes()) == FrameKind.EXCEPTION;
        int callee = frame.sender();
        Exception thrown = thrown(frame, method, loader);
        if (isSent) {
            RemoteTrace.ofThisThread(names.boundary(method, name, callee), own).join(thrown);
        }
        return thrown;
    }

    /** Returns the exception for a caller whose thread has gone on. */
    private Exception thrownLater(Frame frame, RemoteMethod method, ClassLoader loader) throws UnmarshalException {
        boolean isSent = FrameHeader.kind(frame.bytes()) == FrameKind.EXCEPTION;
        int callee = frame.sender();
        Exception thrown = thrown(frame, method, loader);
        if (isSent) {
            RemoteTrace.ofCallee(names.boundary(method, method.method().getName(), callee)).join(thrown);
        }
        return thrown;
    }

    private Exception thrown(Frame frame, RemoteMethod method, ClassLoader loader) throws UnmarshalException {
        byte kind = FrameHeader.kind(frame.bytes());
        if (kind != FrameKind.EXCEPTION) {
            return notMade(frame, method);
        }
        int sender = frame.sender();
        Object thrown;
        try {
            thrown = read(frame, loader);
        } catch (ReplacedException e) {
            return thrown(e.replacement(), method, loader);
            // wraps even RuntimeExceptions, as the JDK does; while the JDK reads a result, it wraps none
        } catch (Exception e) {
            throw new UnmarshalException(
                    "an exception of " + method + " at rank " + sender + " could not be unmarshalled", e);
        }
        if (!(thrown instanceof Exception exception)) {
            throw new UnmarshalException(
                    method + " at rank " + sender + " threw an object that is no Exception: " + thrown);
        }
        return method.promises() || isDeclared(exception, method) ? exception
                : new UnexpectedException("undeclared checked exception", exception);
    }

    private Exception notMade(Frame frame, RemoteMethod method) {
        try {
            String where = method + " at rank " + frame.sender();
            return FrameHeader.kind(frame.bytes()) == FrameKind.NO_MEMORY
                    ? NoMemory.of(frame.bytes()).exception(where, frame.sender())
                    : absent(FrameHeader.kind(frame.bytes()), ": call of " + where);
        } finally {
            marshaller.drop(frame);
        }
    }

    private static Exception absent(byte kind, String where) {
        if (kind == FrameKind.NO_OBJECT) {
            return new NoSuchObjectException(NO_OBJECT + where + ", whose object was unexported, or collected since"
                    + " no rank held a stub");
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

    private Object read(Frame frame, ClassLoader loader) throws IOException, ClassNotFoundException {
        ArrivingArrays arrays = null;
        ArrivingPieces pieces = null;
        try {
            arrays = marshaller.arraysOf(frame);
            pieces = marshaller.piecesBehind(frame, arrays);
            ByteBuffer result = frame.bytes().position(ReplyFrame.HEADER);
            ObjectInput in = marshaller.reader(streams, result, frame.sender(), loader,
                    pieces != null ? pieces : arrays, pieces != null ? pieces : OwnReply.restOf(frame));
            Object read;
            try {
                read = in.readObject();
            } catch (Throwable e) {
                closeAfter(in, e);
                if (pieces != null && pieces.replacement() != null) {
                    throw pieces.replacement();
                }
                throw e;
            }
            in.close();
            if (pieces != null) {
                pieces.awaitEnd();
            }
            return read;
        } finally {
            if (pieces != null) {
                pieces.drop();
                frame.release();
            } else if (arrays != null) {
                arrays.drain();
                frame.release();
            } else {
                marshaller.drop(frame);
            }
        }
    }

    /**
     * Closes a stream after an exception. When memory has run out, the JVM throws the same error object again, and an
     * exception cannot suppress itself.
     */
    static void closeAfter(AutoCloseable stream, Throwable e) {
        try {
            stream.close();
        } catch (Throwable another) {
            if (another != e) {
                e.addSuppressed(another);
            }
        }
    }

    static ConnectException unreached(Object call, TransportException e) {
        if (e instanceof LostRankException lost) {
            return RunningJob.lost(call, lost);
        }
        return new ConnectException("call of " + call + " failed: " + e.getMessage(), e);
    }
}
